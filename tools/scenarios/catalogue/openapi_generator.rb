# A user registers, logs in, and creates, lists, reads and deletes a product.

require "securerandom"
require "uri"
require "openapi_client"

PASSWORD = "correct horse battery staple"

def expect(is_met, expectation)
  raise "expected that #{expectation}" unless is_met
end

def expect_failure(status)
  yield
  raise "status #{status} is expected"
rescue OpenapiClient::ApiError => failure
  expect(failure.code == status, "the status is #{status}, not #{failure.code}")
end

url = URI("#{ENV.fetch("TRIPTYCH_URL")}/api")
configuration = OpenapiClient::Configuration.new do |settings|
  settings.scheme = url.scheme
  settings.host = "#{url.host}:#{url.port}"
  settings.base_path = url.path
  settings.server_index = nil
end
client = OpenapiClient::ApiClient.new(configuration)
accounts = OpenapiClient::AccountsApi.new(client)
products = OpenapiClient::ProductsApi.new(client)
word = SecureRandom.uuid
email = "#{word}@example.com"

grace = OpenapiClient::Registration.new(name: "Grace Hopper", email: email, password: PASSWORD)
accounts.register_user(grace)
expect_failure(409) { accounts.register_user(grace) }
login = accounts.login_user(OpenapiClient::Credentials.new(email: email, password: PASSWORD))
configuration.api_key["auth-token"] = login.data

lamp = products.create_product(OpenapiClient::ProductInput.new(name: "Desk lamp #{word}", price: 49.5))
expect([lamp.name, lamp.description, lamp.price, lamp.in_stock] == ["Desk lamp #{word}", "", 49.5, true], "it has the sent fields")
expect(products.list_products(limit: 100, q: word) == [lamp], "the list has the product")
expect(products.get_product(lamp.id) == [lamp], "the product is found")
expect(products.delete_product(lamp.id) == lamp, "the deleted product is returned")
expect_failure(404) { products.get_product(lamp.id) }

puts "The scenario passed."
