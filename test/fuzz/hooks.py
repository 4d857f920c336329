"""What Schemathesis can't read in the contracts: who asks, what a picture is, and which refusals are right."""

import hashlib
import itertools
import json
import os
import re
import subprocess
from pathlib import Path

import schemathesis
import urllib3
from hypothesis import strategies as st
from schemathesis.openapi.checks import ObjectLevelAuthorizationViolation, RejectedPositiveData, UseAfterFree
from schemathesis.transport.prepare import get_default_headers
from urllib3.util import SKIP_HEADER

# The check positive_data_acceptance asks that whatever keeps to the schemas be done. These refusals follow from what the server holds, or from
# two fields together, which no schema can say: the operations, the status, and a part of the answer. Any other refusal is a failure.
RIGHT_REFUSALS = [
    # If-Match names no copy that is current.
    (r"update|put|patch|delete|merge|clean|empty|upload", 412, "The object has changed since you read it."),
    # Each account has an address of its own.
    (r"createUser|putUser|patchUser", 422, '"errors":{"email_address":["belongs to another account"]}'),
    # The password is confirmed by writing it twice.
    (r"createUser|putUser|patchUser", 422, '"errors":{"password_confirmation":["must equal password"]}'),
    # The parent is another collection of the caller, and none below.
    (r"createCollection|updateCollection", 400, '"error":"parent"'),
    # The collection of an item is one of the caller.
    (r"createItem|updateItem", 400, '"error":"collection"'),
    # A link can be read as an address (https://url.spec.whatwg.org).
    (r"createItem|updateItem", 400, '"error":"link","errorMessage":"The link is not a valid URL."'),
    # Of everything, /raindrops/0, the items are named.
    (r"updateItems|deleteItems", 400, '"error":"ids","errorMessage":"Bulk operations on collection 0 need ids'),
    # A form holds at most 10 fields besides the file; where names are repeated, no schema counts them.
    (r"uploadCover", 400, '"error":"file_invalid","errorMessage":"The form holds more than 10 fields besides the file."'),
    # The collection to merge into is one of the caller.
    (r"mergeCollections", 400, '"error":"to"'),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether a failure counts."""
    operation = case.operation.definition.raw["operationId"]
    if isinstance(failure, RejectedPositiveData):
        return not any(
            re.match(operations, operation) and response.status_code == status and words in response.text
            for operations, status, words in RIGHT_REFUSALS
        )
    if isinstance(failure, UseAfterFree):
        # An item that is deleted lies in the Trash, and can be read. The items of a collection are deleted, and the collection stays.
        if operation == "getItem":
            return response.status_code == 200 and not response.json()["item"]["removed"]
        return operation != "listItems"
    if isinstance(failure, ObjectLevelAuthorizationViolation) and operation == "listItems":
        # Everybody has an Unsorted and a Trash of their own under these ids, and often there is nothing in it.
        return int(case.path_parameters["collectionId"]) not in [0, -1, -99]
    return True


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """
    Lets links lead nowhere that speak of the first of a list, which can be empty, or of a parent, which not every collection has. Adds those
    from createUser, which tells the id in the middle of Location alone: the expressions of OpenAPI can't take it out.
    """
    creation = raw_schema["paths"].get("/users.json", {}).get("post")
    if creation is not None:
        parameters = {"path.id": r"$response.header.Location#regex:/users/(\d+)"}
        names = ["getUser", "putUser", "patchUser", "deleteUser"]
        creation["responses"]["201"]["links"] = {name: {"operationId": name, "parameters": parameters} for name in names}
    for link in links_in(raw_schema):
        if re.search(r"#\S*/(\d+|parent)\b", json.dumps(link)):
            link["x-schemathesis"] = {"is_inferred": True}


def links_in(part):
    """All links of a contract."""
    if isinstance(part, list):
        for child in part:
            yield from links_in(child)
    if isinstance(part, dict):
        for name, child in part.items():
            if name == "links":
                yield from child.values()
            else:
                yield from links_in(child)


@schemathesis.hook.apply_to(operation_id=["registerUser", "createUser"])
def map_body(context, body):
    """Gives most accounts an address of their own, so that they come to be; what is no address stays none."""
    for name in ["email", "email_address"]:
        if isinstance(body, dict) and re.fullmatch(r"[A-Za-z0-9]{1,60}@[A-Za-z0-9]{1,60}\.[A-Za-z]{2,20}", str(body.get(name))):
            number = hashlib.sha256(json.dumps(body, default=repr).encode()).hexdigest()[:12]
            return body if number.endswith("0") else {**body, name: f"{number}@example.org"}
    return body


@schemathesis.hook("map_body").apply_to(operation_id=["createCollection", "updateCollection"])
def map_parent(context, body):
    """Gives most parents an id that is in use, which no dictionary can do for a field of this name."""
    parent = body.get("parent") if isinstance(body, dict) else None
    if isinstance(parent, dict) and type(parent.get("$id")) is int and 60 < parent["$id"] <= 9007199254740991:
        return {**body, "parent": {**parent, "$id": parent["$id"] % 61}}
    return body


@schemathesis.hook("map_path_parameters").apply_to(operation_id="getPicture")
def map_picture(context, parameters):
    """Asks for a picture that is there, now and then. Its name is known at the start alone."""
    return {"picture": os.environ["FUZZ_PICTURE"]} if re.fullmatch(r"[A-Z][A-Za-z0-9_-]{21}", str(parameters.get("picture"))) else parameters


for kind in ["png", "gif", "jpeg"]:
    picture = Path(__file__).with_name("pictures") / f"cover.{kind}"
    schemathesis.openapi.media_type(f"image/{kind}", st.just(picture.read_bytes()))


# What leaves User-Agent out is sent without, to be seen refused; two layers of the client would fill in their own.
get_default_headers()["User-Agent"] = SKIP_HEADER
urllib3.connection._get_default_user_agent = lambda: SKIP_HEADER


@schemathesis.auth(refresh_interval=None).apply_to(path_regex=r"^/users")
class AdministratorKey:
    """The API key of an administrator; of a new one, when the last has deleted, lowered or deactivated itself."""

    key = None
    numbers = itertools.count(1)

    def get(self, case, context):
        if AdministratorKey.key is None:
            email = f"administrator{os.getpid()}.{next(self.numbers)}@example.org"
            triptych("user", "create", "--email", email, "--name", "Administrator", "--level", "4", "--password-stdin")
            AdministratorKey.key = triptych("key", "create", "--email", email, "--name", "fuzz")
        return AdministratorKey.key

    def set(self, case, data, context):
        case.headers["X-Auth-Token"] = data


@schemathesis.hook
def after_call(context, case, response):
    """Forgets a key that is refused."""
    if response.status_code in [401, 403] and response.request.headers.get("X-Auth-Token") == AdministratorKey.key:
        AdministratorKey.key = None


def triptych(*words):
    """Runs a command of the command line; gives back what it prints."""
    command = ["node", "src/main.ts", *words]
    password = "correct horse battery staple"
    return subprocess.run(command, input=password, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
