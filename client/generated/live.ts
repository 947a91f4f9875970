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
                /** @description The `id` of the last frame that the client received. The stream continues after that frame. */
                "last-event-id"?: string;
            };
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends a server-sent event for each revision of an event that affects the subscription, in the order of the commits. `event` contains the event as `listEvents` returns it. `removed` contains the `trackingId` of an event that no longer affects the subscription. `start` is sent first and `end` last. After `reset`, load the list again. A comment line is sent every 15 seconds. */
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
                /** @description The `id` of the last frame that the client received. The stream continues after that frame. */
                "last-event-id"?: string;
            };
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends server-sent events in the order of the commits. `quotaRequest` contains a request that was created or has changed, as `getQuotaRequest` returns it. If several changes were committed since the last frame, only the latest is sent. `start` is sent first and `end` last. After `reset`, load the list again. A comment line is sent every 15 seconds. */
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
