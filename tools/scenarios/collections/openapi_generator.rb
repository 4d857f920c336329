# A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection.

require "json"
require "tempfile"
require "uri"
require "openapi_client"

# An image of one pixel.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

def expect(is_met, expectation)
  raise "expected that #{expectation}" unless is_met
end

url = URI("#{ENV.fetch("TRIPTYCH_URL")}/rest/v1")
configuration = OpenapiClient::Configuration.new do |settings|
  settings.scheme = url.scheme
  settings.host = "#{url.host}:#{url.port}"
  settings.base_path = url.path
  settings.server_index = nil
  settings.access_token = ENV.fetch("TRIPTYCH_KEY")
end
client = OpenapiClient::ApiClient.new(configuration)
collections = OpenapiClient::CollectionsApi.new(client)
items = OpenapiClient::ItemsApi.new(client)

new_collection = -> { collections.create_collection(OpenapiClient::CollectionInput.new(title: "Lamps")).item._id }
id = new_collection.call
create = lambda do |title|
  item = OpenapiClient::ItemInput.new(link: "https://example.com/#{title}", title: title, collection: id)
  items.create_item(item).item
end
desk = create.call("Desk")
floor = create.call("Floor")
expect((Time.now - desk.created).abs < 3600, "the item was created just now")
first = items.list_items(id, page: 0, perpage: 1, sort: "title")
expect([first.count, first.items] == [2, [desk]], "the first page has the first item")
expect(items.list_items(id, page: 1, perpage: 1, sort: "title").items == [floor], "the second page has the second")
expect(items.list_items(id, search: "floor").items == [floor], "the search finds the item")

collections.delete_collection(id)
begin
  collections.get_collection(id)
  raise "a deleted collection is not found"
rescue OpenapiClient::ApiError => error
  failure = OpenapiClient::Failure.build_from_hash(JSON.parse(error.response_body, symbolize_names: true))
  expect([failure.status, failure.error] == [404, "not_found"], "the response says that it is not found")
end

# At the end, because it is a known failure.
Tempfile.create(["cover", ".png"], binmode: true) do |file|
  file.write(PNG.unpack1("m"))
  file.close
  covered = File.open(file.path, "rb") { |cover| collections.upload_cover(new_collection.call, cover).item }
  expect(covered.cover.size == 1, "the collection has a cover")
end

puts "The scenario passed."
