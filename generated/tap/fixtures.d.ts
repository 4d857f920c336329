/**
 * The password of all accounts. Its hash is precomputed, because hashing takes longer than loading
 * all other fixtures.
 */
export declare const FIXTURE_PASSWORD = "a password for tests";
export declare const FIXTURE_PASSWORD_HASH = "$argon2id$v=19$m=19456,t=2,p=1$guzo0TVoetP3AJ68rgIrYA$dA3M/DyaZoB06psbFlHJn6ryqKUFbV0uTmZGmORI5k4";
/** The data of a server in test mode after its start and after every reset. Ids are always the same. */
export declare const FIXTURES: {
    readonly accounts: {
        readonly administrator: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 4;
            readonly password: "a password for tests";
            readonly key: string;
        };
        readonly supervisor: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 3;
            readonly password: "a password for tests";
            readonly key: string;
        };
        readonly collaborator: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 2;
            readonly password: "a password for tests";
            readonly key: string;
        };
        readonly member: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            readonly level: 1;
            readonly password: "a password for tests";
            readonly key: string;
        };
    };
    readonly products: {
        readonly lamp: {
            readonly id: "000000000000000000000001";
            readonly name: "Lamp";
            readonly description: "Warm light";
            readonly price: 49.9;
            readonly inStock: true;
        };
        readonly chair: {
            readonly id: "000000000000000000000002";
            readonly name: "Chair";
            readonly description: "Of oak";
            readonly price: 120;
            readonly inStock: true;
        };
        readonly clock: {
            readonly id: "000000000000000000000003";
            readonly name: "Clock";
            readonly description: "Sold out";
            readonly price: 35.5;
            readonly inStock: false;
        };
    };
    /**
     * Owned by the administrator, except for Travel, which the member owns. Cooking is a public child of Home and has a
     * cover; Work and Travel are empty. The collaborator is a member of Home.
     */
    readonly collections: {
        readonly home: {
            readonly id: 1;
            readonly title: "Home";
        };
        readonly cooking: {
            readonly id: 2;
            readonly title: "Cooking";
        };
        readonly work: {
            readonly id: 3;
            readonly title: "Work";
        };
        readonly travel: {
            readonly id: 4;
            readonly title: "Travel";
        };
    };
    /** Lets anybody join Travel as a viewer. */
    readonly invitation: {
        readonly token: "00000000-0000-4000-8000-000000000001";
    };
    /**
     * Owned by the administrator: two items in Cooking, one each in Home, Unsorted (-1) and the Trash (-99), the latter
     * deleted last.
     */
    readonly items: {
        readonly bread: {
            readonly id: 1;
            readonly link: "https://bread.example/sourdough";
            readonly title: "Sourdough";
            readonly placeId: 2;
            readonly tags: readonly ["baking", "slow"];
            readonly highlights: readonly [{
                readonly id: "000000000000000000000001";
                readonly text: "Feed the starter";
            }, {
                readonly id: "000000000000000000000002";
                readonly text: "Let the dough rest";
            }];
        };
        readonly soup: {
            readonly id: 2;
            readonly link: "https://bread.example/soup";
            readonly title: "Soup";
            readonly placeId: 2;
            readonly tags: readonly ["warm", "slow"];
            readonly highlights: readonly [];
        };
        readonly shelf: {
            readonly id: 3;
            readonly link: "https://wood.example/shelf";
            readonly title: "A shelf";
            readonly placeId: 1;
            readonly tags: readonly ["wood"];
            readonly highlights: readonly [{
                readonly id: "000000000000000000000003";
                readonly text: "Sand it twice";
            }];
        };
        readonly news: {
            readonly id: 4;
            readonly link: "https://news.example/";
            readonly title: "News";
            readonly placeId: -1;
            readonly tags: readonly [];
            readonly highlights: readonly [];
        };
        readonly old: {
            readonly id: 5;
            readonly link: "https://old.example/";
            readonly title: "An old page";
            readonly placeId: -99;
            readonly tags: readonly [];
            readonly highlights: readonly [];
        };
    };
    /** The file of the item `news`. */
    readonly file: {
        readonly name: "news.txt";
        readonly type: "text/plain";
        readonly text: "Nothing new.\n";
    };
    /** Owned by the administrator. */
    readonly backup: {
        readonly id: "5fb7c1d2e3a4b5c6d7e8f901";
        readonly csv: "id,title\r\n1,Sourdough\r\n";
        readonly html: "<DT><A>Sourdough</A>\n";
    };
};
