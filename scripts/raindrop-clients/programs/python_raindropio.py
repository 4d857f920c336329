"""A user creates collections and raindrops, finds and changes them, and deletes them, with python-raindropio."""

from raindropio import API, Collection, CollectionRef, Raindrop, User

from report import KEY, RAINDROP, Redirecting, attempt, expect, report_missing

api = API(KEY)
api.session.mount(RAINDROP, Redirecting())


def read(item: object, *names: str) -> None:
    """Reads attributes, which are converted only now."""
    for name in names:
        getattr(item, name)


def read_collection(collection: Collection) -> Collection:
    read(collection, "id", "color", "count", "cover", "created", "expanded", "lastUpdate", "parent", "public", "sort")
    read(collection.access, "level", "draggable")
    read(collection, "title", "user", "view", "collaborators")
    return collection


def read_raindrop(raindrop: Raindrop) -> Raindrop:
    read(raindrop, "id", "collection", "cover", "created", "domain", "excerpt", "lastUpdate", "link", "media")
    read(raindrop, "tags", "title", "type", "user")
    return raindrop


def read_user() -> None:
    user = User.get(api)
    read(user, "id", "email", "fullName", "password", "pro", "registered")
    read(user.files, "used", "size")
    for group in user.groups:
        read(group, "title", "hidden", "sort", "collectionids")


def read_config() -> None:
    read(User.get(api).config, "broken_level", "font_color", "font_size", "last_collection", "raindrops_view")


def find(**filters: object) -> None:
    found = Raindrop.search(api, collection=CollectionRef({"$id": books.id}), **filters)
    expect([raindrop.title for raindrop in found] == ["Example"], f"found {len(found)} raindrops")


books = attempt("Collection.create", lambda: read_collection(Collection.create(api, title="Books")))
attempt("Collection.get", lambda: read_collection(Collection.get(api, books.id)))
novels = attempt("Collection.create, nested", lambda: read_collection(Collection.create(api, title="Novels", parent=books.id)))
attempt("Collection.get_roots", lambda: expect([one.id for one in Collection.get_roots(api)] == [books.id], "not one root"))
attempt("Collection.get_childrens", lambda: expect(Collection.get_childrens(api)[0].title == "Novels", "no child"))
attempt("Collection.update", lambda: expect(Collection.update(api, books.id, title="Shelf").title == "Shelf", "title"))
raindrop = attempt(
    "Raindrop.create",
    lambda: read_raindrop(Raindrop.create(api, "https://example.com/", title="Example", tags=["a"], collection=books)),
)
attempt("Raindrop.get", lambda: expect(read_raindrop(Raindrop.get(api, raindrop.id)).tags == ["a"], "tags"))
attempt("Raindrop.update", lambda: expect(Raindrop.update(api, raindrop.id, excerpt="New").excerpt == "New", "excerpt"))
attempt("Raindrop.search, by word", lambda: find(word="Example"))
attempt("Raindrop.search", lambda: find())
attempt("Raindrop.update, to a collection", lambda: Raindrop.update(api, raindrop.id, collection=books.id))
attempt("Raindrop.remove", lambda: Raindrop.remove(api, raindrop.id))
attempt("Collection.remove", lambda: Collection.remove(api, books.id))
attempt("User.get", read_user)
attempt("User.get, config", read_config)
report_missing(Collection, Raindrop, User)
