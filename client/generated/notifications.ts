export interface paths {
    "/notifications/v1/subscriptions/{subscriptionId}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notifications of a subscription */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a notification and its state */
        get: operations["getNotification"];
        /** Create a notification, or replace it */
        put: operations["setNotification"];
        post?: never;
        /** Delete a notification and its deliveries */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        /** Change what a notification sends, or turn it on or off */
        patch: operations["updateNotification"];
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send another confirmation e-mail to the receiver */
        post: operations["askReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a second secret, which also signs messages */
        post: operations["addNotificationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/secrets/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the previous secret */
        delete: operations["deletePreviousNotificationSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of the last 30 days with their attempts, latest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a message that is marked as a test */
        post: operations["testNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/v1/subscriptions/{subscriptionId}/notifications/{name}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one delivery again, or all that were created between two times */
        post: operations["replayDeliveries"];
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
        Delivery: {
            /** @description The `webhook-id` of each attempt. */
            id: string;
            /** @enum {string} */
            kind: "event" | "removed" | "test" | "quota-request" | "quota-usage" | "maintenance" | "resource-health";
            trackingId?: string;
            revision?: number;
            /** @description The id of the quota request, or the resource whose usage was reported or whose state was set. */
            subject?: string;
            /**
             * @description `pending`, `delivered`, `held` if the notification was turned off, or `withdrawn` if the event no longer affects the subscription.
             * @enum {string}
             */
            state: "pending" | "delivered" | "held" | "withdrawn";
            createdAt: string;
            endedAt?: string;
            /** @description The last 20 attempts. */
            attempts: {
                number: number;
                at: string;
                durationMs: number;
                /** @description Absent if there was no response. */
                status?: number;
                /** @description The reason why there was no response. Only for owners and contributors. */
                reason?: string;
                /** @description At most the first KiB of the response. Only for owners and contributors. */
                answer?: string;
            }[];
        };
        DeliveryList: {
            value: components["schemas"]["Delivery"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        Notification: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "webhook" | "slack" | "teams" | "email";
            /** @description The URL, without parts that may be secret. For an e-mail address, its first letter and the domain. */
            address: string;
            /**
             * @description For the kind `email`: `waiting` until the receiver confirms, then `confirmed`, or `stopped` by the receiver. E-mails are sent only if it is `confirmed`.
             * @enum {string}
             */
            receiver?: "waiting" | "confirmed" | "stopped";
            filter?: string;
            notices: ("events" | "removals" | "drills" | "quotaDecisions" | "quotaUsage" | "maintenance" | "resourceHealth")[];
            hoursBefore?: number;
            enabled: boolean;
            off?: {
                /**
                 * @description `turned-off` by a person, `gone` after status 410, or `failing` for three days.
                 * @enum {string}
                 */
                reason: "turned-off" | "gone" | "failing";
                at: string;
            };
            /** @description The time since which every attempt has failed. Absent if the last attempt did not fail. */
            failingSince?: string;
            /** @description The time of the next attempt to call a destination that fails. */
            nextAttemptAt?: string;
            /** @description True while messages are signed with two secrets. */
            hasPreviousSecret?: boolean;
            /** @description The alert rule that the notification belongs to. To change the notification, change the rule. */
            alertRule?: {
                id: string;
                actionGroupId: string;
                receiver: string;
                /**
                 * @description The body: the common alert schema, or the older form.
                 * @enum {string}
                 */
                form: "activity-log" | "common-alert";
            };
            /** @description The latest delivery. Absent if there is none, and in responses to changes. */
            lastDelivery?: {
                /** @enum {string} */
                state: "pending" | "delivered" | "held" | "withdrawn";
                createdAt: string;
            };
            createdBy: string;
            createdAt: string;
            updatedAt: string;
        };
        NotificationChange: {
            /** @description Selects events, as the `$filter` of `listEvents` does. Default: all events. An empty text removes the filter. */
            filter?: string;
            /** @description `events`: each revision of an event that affects the subscription. `removals`: an event no longer affects it. `drills`: each revision and removal of a drill; `events` and `removals` do not include drills. `quotaDecisions`: a quota request has ended. `quotaUsage`: usage was reported that reaches 80 % or 95 % of its limit. `maintenance`: planned maintenance, before it starts, when it starts and when it ends. `resourceHealth`: an operator has set a resource to another state. Default: `events` and `removals`. */
            notices?: ("events" | "removals" | "drills" | "quotaDecisions" | "quotaUsage" | "maintenance" | "resourceHealth")[];
            /** @description The number of hours before planned maintenance at which the first reminder is sent. Default: 24. */
            hoursBefore?: number;
            /** @description Default: true. */
            enabled?: boolean;
        };
        NotificationInput: {
            /**
             * @description `webhook`: CloudEvents 1.0 signed as Standard Webhooks. `slack` and `teams`: a message for a channel. `email`: an e-mail, after its receiver has confirmed.
             * @enum {string}
             */
            kind: "webhook" | "slack" | "teams" | "email";
            /** @description The URL that is called, which must start with https. For the kind `email`, an e-mail address. */
            address: string;
            /** @description Selects events, as the `$filter` of `listEvents` does. Default: all events. An empty text removes the filter. */
            filter?: string;
            /** @description `events`: each revision of an event that affects the subscription. `removals`: an event no longer affects it. `drills`: each revision and removal of a drill; `events` and `removals` do not include drills. `quotaDecisions`: a quota request has ended. `quotaUsage`: usage was reported that reaches 80 % or 95 % of its limit. `maintenance`: planned maintenance, before it starts, when it starts and when it ends. `resourceHealth`: an operator has set a resource to another state. Default: `events` and `removals`. */
            notices?: ("events" | "removals" | "drills" | "quotaDecisions" | "quotaUsage" | "maintenance" | "resourceHealth")[];
            /** @description The number of hours before planned maintenance at which the first reminder is sent. Default: 24. */
            hoursBefore?: number;
            /** @description Default: true. */
            enabled?: boolean;
        };
        NotificationList: {
            value: components["schemas"]["Notification"][];
            /** @description True if your role on the subscription lets you change its notifications. */
            canChange: boolean;
        };
        NotificationSecret: {
            /** @description Messages are signed with this secret and the previous one. This is the only time it is shown. */
            secret: string;
        };
        Replay: {
            /** @description The number of messages that are sent again. */
            count: number;
        };
        ReplayInput: {
            /** Format: uuid */
            deliveryId?: string;
            /** Format: date-time */
            from?: string;
            /** Format: date-time */
            to?: string;
        };
        SavedNotification: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "webhook" | "slack" | "teams" | "email";
            /** @description The URL, without parts that may be secret. For an e-mail address, its first letter and the domain. */
            address: string;
            /**
             * @description For the kind `email`: `waiting` until the receiver confirms, then `confirmed`, or `stopped` by the receiver. E-mails are sent only if it is `confirmed`.
             * @enum {string}
             */
            receiver?: "waiting" | "confirmed" | "stopped";
            filter?: string;
            notices: ("events" | "removals" | "drills" | "quotaDecisions" | "quotaUsage" | "maintenance" | "resourceHealth")[];
            hoursBefore?: number;
            enabled: boolean;
            off?: {
                /**
                 * @description `turned-off` by a person, `gone` after status 410, or `failing` for three days.
                 * @enum {string}
                 */
                reason: "turned-off" | "gone" | "failing";
                at: string;
            };
            /** @description The time since which every attempt has failed. Absent if the last attempt did not fail. */
            failingSince?: string;
            /** @description The time of the next attempt to call a destination that fails. */
            nextAttemptAt?: string;
            /** @description True while messages are signed with two secrets. */
            hasPreviousSecret?: boolean;
            /** @description The alert rule that the notification belongs to. To change the notification, change the rule. */
            alertRule?: {
                id: string;
                actionGroupId: string;
                receiver: string;
                /**
                 * @description The body: the common alert schema, or the older form.
                 * @enum {string}
                 */
                form: "activity-log" | "common-alert";
            };
            /** @description The latest delivery. Absent if there is none, and in responses to changes. */
            lastDelivery?: {
                /** @enum {string} */
                state: "pending" | "delivered" | "held" | "withdrawn";
                createdAt: string;
            };
            createdBy: string;
            createdAt: string;
            updatedAt: string;
            /** @description Signs the messages of a web hook (Standard Webhooks). Present if this request created it. This is the only time it is shown. */
            secret?: string;
        };
        TestDelivery: {
            /** @description The id of the delivery, whose attempts are in the list of deliveries. */
            deliveryId: string;
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
    listNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notifications, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
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
    getNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
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
    setNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationInput"];
            };
        };
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedNotification"];
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
    deleteNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
    updateNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChange"];
            };
        };
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
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
    askReceiver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
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
    addNotificationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSecret"];
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
    deletePreviousNotificationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
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
    testNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDelivery"];
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
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description The messages will be sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
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
type FlattenedDeepRequired<T> = {
    [K in keyof T]-?: FlattenedDeepRequired<T[K] extends unknown[] | undefined | null ? Extract<T[K], unknown[]>[number] : T[K]>;
};
type ReadonlyArray<T> = [
    Exclude<T, undefined>
] extends [
    unknown[]
] ? Readonly<Exclude<T, undefined>> : Readonly<Exclude<T, undefined>[]>;
export const deliveryKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Delivery"]["kind"]> = ["event", "removed", "test", "quota-request", "quota-usage", "maintenance", "resource-health"];
export const deliveryStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Delivery"]["state"]> = ["pending", "delivered", "held", "withdrawn"];
export const notificationKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["kind"]> = ["webhook", "slack", "teams", "email"];
export const notificationReceiverValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["receiver"]> = ["waiting", "confirmed", "stopped"];
export const notificationNoticesValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["notices"]> = ["events", "removals", "drills", "quotaDecisions", "quotaUsage", "maintenance", "resourceHealth"];
export const notificationOffReasonValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["off"]["reason"]> = ["turned-off", "gone", "failing"];
export const notificationAlertRuleFormValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["alertRule"]["form"]> = ["activity-log", "common-alert"];
export const notificationLastDeliveryStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Notification"]["lastDelivery"]["state"]> = ["pending", "delivered", "held", "withdrawn"];
export const notificationChangeNoticesValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NotificationChange"]["notices"]> = ["events", "removals", "drills", "quotaDecisions", "quotaUsage", "maintenance", "resourceHealth"];
export const notificationInputKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NotificationInput"]["kind"]> = ["webhook", "slack", "teams", "email"];
export const notificationInputNoticesValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NotificationInput"]["notices"]> = ["events", "removals", "drills", "quotaDecisions", "quotaUsage", "maintenance", "resourceHealth"];
export const savedNotificationKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["kind"]> = ["webhook", "slack", "teams", "email"];
export const savedNotificationReceiverValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["receiver"]> = ["waiting", "confirmed", "stopped"];
export const savedNotificationNoticesValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["notices"]> = ["events", "removals", "drills", "quotaDecisions", "quotaUsage", "maintenance", "resourceHealth"];
export const savedNotificationOffReasonValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["off"]["reason"]> = ["turned-off", "gone", "failing"];
export const savedNotificationAlertRuleFormValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["alertRule"]["form"]> = ["activity-log", "common-alert"];
export const savedNotificationLastDeliveryStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SavedNotification"]["lastDelivery"]["state"]> = ["pending", "delivered", "held", "withdrawn"];
