"""A user registers, logs in, and creates, lists, reads and deletes a product."""

from typing import cast
from uuid import uuid4

from catalogue_client import AuthenticatedClient, Client
from catalogue_client.api.accounts import login_user, register_user
from catalogue_client.api.products import create_product, delete_product, get_product, list_products
from catalogue_client.models import Credentials, Failure, LoggedIn, ProductInput, Product, Registered, Registration

from scenario import SERVER, expect

EMAIL = f"grace-{uuid4()}@example.com"
PASSWORD = "correct horse battery staple"

# The generated functions require an AuthenticatedClient even where authentication is optional.
anonymous = cast(AuthenticatedClient, Client(f"{SERVER}/api", raise_on_unexpected_status=True))

grace = Registration("Grace Hopper", EMAIL, PASSWORD)
expect(Registered, register_user.sync(client=anonymous, body=grace))
taken = register_user.sync_detailed(client=anonymous, body=grace)
assert taken.status_code == 409
assert expect(Failure, taken.parsed).error == "Email already exists"

login = expect(LoggedIn, login_user.sync(client=anonymous, body=Credentials(EMAIL, PASSWORD)))
member = AuthenticatedClient(
    f"{SERVER}/api", login.data, prefix="", auth_header_name="auth-token", raise_on_unexpected_status=True
)

lamp = expect(Product, create_product.sync(client=member, body=ProductInput("Desk lamp", 49.5)))
assert (lamp.name, lamp.description, lamp.price, lamp.in_stock) == ("Desk lamp", "", 49.5, True)

assert lamp in expect(list, list_products.sync(client=anonymous, limit=100, q="desk"))
assert get_product.sync(lamp.id, client=anonymous) == [lamp]

invalid = create_product.sync_detailed(client=member, body=ProductInput("Desk lamp", -1))
assert invalid.status_code == 400
details = expect(Failure, invalid.parsed).details
assert details and details[0].path == "/price"

read = get_product.sync_detailed(lamp.id, client=anonymous)
assert delete_product.sync(lamp.id, client=member, if_match=read.headers["etag"]) == lamp
deleted = get_product.sync_detailed(lamp.id, client=anonymous)
assert deleted.status_code == 404
assert expect(Failure, deleted.parsed).error == "There is no product with this id."
