// Written by contract generate from openapi.yaml. Do not edit.

export interface paths {
  "/notes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the notes */
    get: operations["listNotes"];
    put?: never;
    /** Create a note */
    post: operations["createNote"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/notes/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a note */
    get: operations["getNote"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    NewNote: {
      text: string;
    };
    Note: {
      id: number;
      text: string;
    };
    Failure: {
      error: string;
    };
  };
  responses: {
    /** @description What is wrong with the request. */
    Failure: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
    /** @description The token is missing or wrong. */
    Unauthenticated: {
      headers: {
        "WWW-Authenticate": "Bearer";
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["Failure"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listNotes: {
    parameters: {
      query: {
        limit: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest notes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Note"][];
        };
      };
      400: components["responses"]["Failure"];
      401: components["responses"]["Unauthenticated"];
    };
  };
  createNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewNote"];
      };
    };
    responses: {
      /** @description The new note. */
      201: {
        headers: {
          Location: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Note"];
        };
      };
      400: components["responses"]["Failure"];
      401: components["responses"]["Unauthenticated"];
      415: components["responses"]["Failure"];
    };
  };
  getNote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The note. */
      200: {
        headers: {
          ETag: string;
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Note"];
        };
      };
      /** @description The note has not changed. */
      304: {
        headers: {
          ETag: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Failure"];
      401: components["responses"]["Unauthenticated"];
      404: components["responses"]["Failure"];
    };
  };
}
/** The security schemes of each operation; null stands for requests without a credential. */
export interface security {
  listNotes: "bearer";
  createNote: "bearer";
  getNote: "bearer";
}
