//! A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection.

use openapi::apis::collections_api::{
    create_collection, delete_collection, get_collection, upload_cover, GetCollectionError,
};
use openapi::apis::configuration::Configuration;
use openapi::apis::items_api::{create_item, list_items};
use openapi::apis::Error;
use openapi::models::{CollectionInput, CollectionRef, FailureError, Item, ItemInput, ItemPage};

/// An image of one pixel.
const PNG: &[u8] = b"\
    \x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\
    \x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\x0d\x49\x44\x41\x54\x78\xda\x63\x64\xf8\xcf\x50\x0f\x00\
    \x03\x86\x01\x80\x5a\x34\x7d\x6b\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

async fn create(client: &Configuration, title: &str, id: i64) -> Item {
    let mut input = ItemInput::new(format!("https://example.com/{title}"));
    input.title = Some(title.into());
    // Nullable in the client of OpenAPI 3.1 only, where it is an Option of an Option.
    input.collection = Some(Box::new(CollectionRef::Integer(id)).into());
    *create_item(client, input, None).await.unwrap().item
}

async fn page(client: &Configuration, id: i64, number: i64) -> ItemPage {
    list_items(client, id, Some(number), Some(1), Some("title"), None, None, None, None).await.unwrap()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let base_path = format!("{}/rest/v1", std::env::var("TRIPTYCH_URL").unwrap());
    let bearer_access_token = std::env::var("TRIPTYCH_KEY").ok();
    let client = Configuration { base_path, bearer_access_token, ..Configuration::new() };

    let input = CollectionInput { title: Some("Lamps".into()), ..CollectionInput::new() };
    let id = create_collection(&client, input, None).await.unwrap().item._id;
    let path = std::env::temp_dir().join(format!("cover-{id}-{}.png", std::process::id()));
    std::fs::write(&path, PNG).unwrap();
    let covered = upload_cover(&client, id, path.clone(), None).await;
    std::fs::remove_file(path).unwrap();
    assert_eq!(covered.unwrap().item.cover.len(), 1);

    let desk = create(&client, "Desk", id).await;
    let floor = create(&client, "Floor", id).await;
    assert!((desk.created.timestamp() - std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() as i64).abs() < 3600);
    let first = page(&client, id, 0).await;
    assert_eq!((first.count, first.items), (2, vec![desk]));
    assert_eq!(page(&client, id, 1).await.items, [floor.clone()]);
    let found = list_items(&client, id, None, None, None, None, None, Some("floor"), None).await.unwrap();
    assert_eq!(found.items, [floor]);

    delete_collection(&client, id, None).await.unwrap();
    let Err(Error::ResponseError(response)) = get_collection(&client, id, None).await else {
        panic!("a deleted collection is not found");
    };
    assert_eq!(response.status.as_u16(), 404);
    // All failures have the same type, so that the client takes it for the first one of the enum.
    let Some(GetCollectionError::Status400(failure)) = response.entity else {
        panic!("the client reads the failure");
    };
    assert_eq!((failure.status, *failure.error), (404, FailureError::String("not_found".into())));
    println!("The scenario passed.");
}
