export interface paths {
    "/live/v1/subscriptions/{subscriptionId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow the events that affect a subscription */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live/v1/subscriptions/{subscriptionId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow the quota requests of a subscription */
        get: operations["streamQuotaRequests"];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last frame that the client received. The stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, one for each revision of an event that affects the subscription, in the order of their commits: `event` with the event as `listEvents` returns it, `removed` with its `trackingId` when it no longer affects the subscription. `start` comes first and `end` last; after `reset`, load the list again. A line with a colon is sent every 15 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
    streamQuotaRequests: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last frame that the client received. The stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, in the order of the commits: `quotaRequest` with a request that was made or has changed, as `getQuotaRequest` returns it. Of several changes that were committed since the last frame, the latest is sent. `start` comes first and `end` last; after `reset`, load the list again. A line with a colon is sent every 15 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
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
