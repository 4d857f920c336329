//! A user registers, logs in, and creates, lists, reads and deletes a product.

use openapi::apis::accounts_api::{login_user, register_user};
use openapi::apis::configuration::{ApiKey, Configuration};
use openapi::apis::products_api::{create_product, delete_product, get_product, list_products};
use openapi::apis::Error;
use openapi::models::{Credentials, ProductInput, Registration};

const PASSWORD: &str = "correct horse battery staple";

fn status_of<T, E>(result: Result<T, Error<E>>) -> Option<u16> {
    match result {
        Err(Error::ResponseError(response)) => Some(response.status.as_u16()),
        _ => None,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let base_path = format!("{}/api", std::env::var("TRIPTYCH_URL").unwrap());
    let anyone = Configuration { base_path, ..Configuration::new() };
    let word = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    let email = format!("grace-{word}@example.com");

    let grace = Registration::new("Grace Hopper".into(), email.clone(), PASSWORD.into());
    register_user(&anyone, grace.clone(), None).await.unwrap();
    assert_eq!(status_of(register_user(&anyone, grace, None).await), Some(409));
    let login = login_user(&anyone, Credentials::new(email, PASSWORD.into())).await.unwrap();
    let key = ApiKey { prefix: None, key: login.data };
    let member = Configuration { api_key: Some(key), ..anyone.clone() };

    let input = ProductInput::new(format!("Desk lamp {word}"), 49.5);
    let lamp = create_product(&member, input, None).await.unwrap();
    assert!(lamp.price == 49.5 && lamp.in_stock && lamp.description.is_empty());
    let query = word.to_string();
    let list = list_products(&anyone, Some(100), None, Some(&query), None, None).await.unwrap();
    assert_eq!(list, [lamp.clone()]);
    assert_eq!(get_product(&anyone, &lamp.id, None).await.unwrap(), [lamp.clone()]);
    assert_eq!(delete_product(&member, &lamp.id, None).await.unwrap(), lamp);
    assert_eq!(status_of(get_product(&anyone, &lamp.id, None).await), Some(404));
    println!("The scenario passed.");
}
