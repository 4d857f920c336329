/** The path of a picture, up to its id. */
const PICTURES_PATH = "/rest/v1/cover/";

/** Ids of pictures. Anything else at the end of an address could lead to another page of this server. */
const PICTURE_ID = /^[\w-]{1,64}$/;

/** The path of a stored picture. */
export function pathOfPicture(id: string): string {
  return PICTURES_PATH + id;
}

/** The address of a stored picture. */
export function addressOfPicture(id: string, baseUrl: string): string {
  return baseUrl + PICTURES_PATH + id;
}

/** The id in the address of a picture of this server; undefined for any other address. */
export function pictureAt(address: string, baseUrl: string): string | undefined {
  const start = baseUrl + PICTURES_PATH;
  const id = address.startsWith(start) ? address.slice(start.length) : "";
  return PICTURE_ID.test(id) ? id : undefined;
}
