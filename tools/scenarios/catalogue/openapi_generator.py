"""A user registers, logs in, and creates, lists, reads and deletes a product."""

import os
from uuid import uuid4

from openapi_client import AccountsApi, ApiClient, Configuration, Credentials, ProductInput, ProductsApi, Registration
from openapi_client.exceptions import ConflictException, NotFoundException

BASE_URL = f"{os.environ['TRIPTYCH_URL']}/api"
PASSWORD = "correct horse battery staple"

word = str(uuid4())
email = f"{word}@example.com"

anonymous = ApiClient(Configuration(host=BASE_URL))
accounts = AccountsApi(anonymous)
products = ProductsApi(anonymous)

grace = Registration(name="Grace Hopper", email=email, password=PASSWORD)
accounts.register_user(grace)
try:
    accounts.register_user(grace)
    raise AssertionError("registering an address twice is rejected")
except ConflictException as failure:
    assert failure.status == 409

token = accounts.login_user(Credentials(email=email, password=PASSWORD)).data
member = ProductsApi(ApiClient(Configuration(host=BASE_URL, api_key={"authToken": token})))

lamp = member.create_product(ProductInput(name=f"Desk lamp {word}", price=49.5))
assert (lamp.name, lamp.description, lamp.price, lamp.in_stock) == (f"Desk lamp {word}", "", 49.5, True)
assert products.list_products(limit=100, q=word) == [lamp]
assert products.get_product(lamp.id) == [lamp]
assert member.delete_product(lamp.id) == lamp
try:
    products.get_product(lamp.id)
    raise AssertionError("a deleted product is not found")
except NotFoundException as failure:
    assert failure.status == 404

print("The scenario passed.")
