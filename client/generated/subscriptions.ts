export interface paths {
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the subscriptions on which you have a role */
        get: operations["listOwnSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations of these subscriptions */
        get: operations["listTenants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metadata/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the addresses of this installation, without signing in */
        get: operations["getEndpoints"];
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
        ExceptionResponse: {
            error: {
                code: string;
                message: string;
                details: {
                    code: string;
                    message: string;
                }[];
            };
        };
        OwnSubscription: {
            id: string;
            subscriptionId: string;
            displayName: string;
            /** @description Always `Enabled`. */
            state: string;
            /** @description The organization of the subscription. */
            tenantId: string;
            homeTenantId: string;
            managedByTenants: {
                tenantId: string;
            }[];
            authorizationSource: string;
            subscriptionPolicies: {
                locationPlacementId: string;
                quotaId: string;
                spendingLimit: string;
            };
        };
        OwnSubscriptionList: {
            value: components["schemas"]["OwnSubscription"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        Tenant: {
            id: string;
            tenantId: string;
            displayName: string;
            tenantCategory: string;
        };
        TenantList: {
            value: components["schemas"]["Tenant"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        CloudEndpoints: {
            /** @description Always `Binnacle`. */
            name: string;
            portal: string;
            resourceManager: string;
            /** @description Binnacle has no graph: the address of the API. */
            graph: string;
            graphAudience: string;
            authentication: {
                loginEndpoint: string;
                /** @description The resource ids for which to request an access token. */
                audiences: string[];
                tenant: string;
                identityProvider: string;
            };
            /** @description Always empty. */
            suffixes: Record<string, never>;
        };
        EndpointDocument: {
            /** @description Binnacle has no gallery: the address of the API. */
            galleryEndpoint: string;
            /** @description Binnacle has no graph: the address of the API. */
            graphEndpoint: string;
            portalEndpoint: string;
            authentication: {
                loginEndpoint: string;
                /** @description The resource ids for which to request an access token. */
                audiences: string[];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOwnSubscriptions: {
        parameters: {
            query: {
                /** @description The API version, such as 2022-12-01. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSubscriptionList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionResponse"];
                };
            };
        };
    };
    listTenants: {
        parameters: {
            query: {
                /** @description The API version, such as 2022-12-01. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionResponse"];
                };
            };
        };
    };
    getEndpoints: {
        parameters: {
            query?: {
                /** @description The API version, such as 2015-01-01. It determines the form of the response. */
                "api-version"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses, in the form that the api-version determines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointDocument"] | components["schemas"]["CloudEndpoints"][] | components["schemas"]["CloudEndpoints"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExceptionResponse"];
                };
            };
        };
    };
}
