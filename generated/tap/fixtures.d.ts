/**
 * The password of all accounts. Its hash is precomputed, because hashing takes longer than loading
 * all other fixtures.
 */
export declare const FIXTURE_PASSWORD = "correct horse battery staple";
export declare const FIXTURE_PASSWORD_HASH = "$argon2id$v=19$m=19456,t=2,p=1$MZ7DcQdzyWozRoIB+3Phjg$3VNObTecIHWk4yAreTGFFX05i0273f+Lxwkcf0vsKgk";
/**
 * The data of a server in test mode after its start and after every reset. Ids are always the same, and those that the
 * examples of the contracts have, so that a tool can send the examples.
 */
export declare const FIXTURES: {
    readonly accounts: {
        readonly administrator: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 4;
            readonly password: "correct horse battery staple";
            readonly key: string;
        };
        readonly collaborator: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 2;
            readonly password: "correct horse battery staple";
            readonly key: string;
        };
        readonly supervisor: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 3;
            readonly password: "correct horse battery staple";
            readonly key: string;
        };
        readonly member: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 1;
            readonly password: "correct horse battery staple";
            readonly key: string;
        };
    };
    readonly products: {
        readonly lamp: {
            readonly id: "6740c3f00e1a2b3c4d5e6f70";
            readonly name: "Desk lamp";
            readonly description: "Brass, 40 cm";
            readonly price: 49.5;
            readonly inStock: true;
        };
        readonly chair: {
            readonly id: "6740c3f00e1a2b3c4d5e6f71";
            readonly name: "Chair";
            readonly description: "Of oak";
            readonly price: 120;
            readonly inStock: true;
        };
        readonly clock: {
            readonly id: "6740c3f00e1a2b3c4d5e6f72";
            readonly name: "Clock";
            readonly description: "Sold out";
            readonly price: 35.5;
            readonly inStock: false;
        };
    };
    /**
     * Owned by the administrator, except for Travel, which the member owns. Databases is a public child of Development and
     * has a cover; Archive and Travel are empty. The collaborator is a member of Development.
     */
    readonly collections: {
        readonly development: {
            readonly id: 7;
            readonly title: "Development";
            readonly description: "Articles and documentation";
        };
        readonly databases: {
            readonly id: 8;
            readonly title: "Databases";
            readonly description: "";
        };
        readonly archive: {
            readonly id: 9;
            readonly title: "Archive";
            readonly description: "";
        };
        readonly travel: {
            readonly id: 10;
            readonly title: "Travel";
            readonly description: "";
        };
    };
    /** Lets anybody join Travel as a viewer. */
    readonly invitation: {
        readonly token: "0f8fad5b-d9cb-469f-a165-70867728950e";
    };
    /**
     * Owned by the administrator: two items in Development, one each in Databases, Unsorted (-1) and the Trash (-99), the
     * latter deleted last.
     */
    readonly items: {
        readonly logging: {
            readonly id: 5;
            readonly link: "https://example.com/articles/write-ahead-logging";
            readonly title: "Write-ahead logging";
            readonly excerpt: "How a database makes commits durable.";
            readonly note: "Read the part on checkpoints.";
            readonly type: "article";
            readonly placeId: 7;
            readonly tags: readonly ["databases", "reading"];
            readonly highlights: readonly [{
                readonly id: "65a1f0c2e4b0d1a2b3c4d5e6";
                readonly text: "The log is written first.";
                readonly note: "Compare with shadow paging.";
            }, {
                readonly id: "65a1f0c2e4b0d1a2b3c4d5e7";
                readonly text: "A checkpoint copies the pages back.";
            }];
        };
        readonly planner: {
            readonly id: 6;
            readonly link: "https://example.org/query-planner";
            readonly title: "The query planner";
            readonly placeId: 7;
            readonly tags: readonly ["algebra", "databases"];
            readonly excerpt: "";
            readonly note: "";
            readonly type: "link";
            readonly highlights: readonly [];
        };
        readonly trees: {
            readonly id: 7;
            readonly link: "https://example.com/articles/b-trees";
            readonly title: "B-trees";
            readonly placeId: 8;
            readonly tags: readonly ["storage"];
            readonly highlights: readonly [{
                readonly id: "65a1f0c2e4b0d1a2b3c4d5e8";
                readonly text: "A page is split in the middle.";
            }];
            readonly excerpt: "";
            readonly note: "";
            readonly type: "link";
        };
        readonly news: {
            readonly id: 8;
            readonly link: "https://news.example/";
            readonly title: "News";
            readonly placeId: -1;
            readonly excerpt: "";
            readonly note: "";
            readonly type: "link";
            readonly tags: readonly [];
            readonly highlights: readonly [];
        };
        readonly old: {
            readonly id: 9;
            readonly link: "https://old.example/";
            readonly title: "An old page";
            readonly placeId: -99;
            readonly excerpt: "";
            readonly note: "";
            readonly type: "link";
            readonly tags: readonly [];
            readonly highlights: readonly [];
        };
    };
    /** The file of the item `logging`. */
    readonly file: {
        readonly name: "news.txt";
        readonly type: "text/plain";
        readonly text: "Nothing new.\n";
    };
    /** Owned by the administrator. */
    readonly backup: {
        readonly id: "5fb7c1d2e3a4b5c6d7e8f901";
        readonly csv: "id,title\r\n5,Write-ahead logging\r\n";
        readonly html: "<DT><A>B-trees</A>\n";
    };
};
