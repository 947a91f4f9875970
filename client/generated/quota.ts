export interface paths {
    "/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/serviceLimits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the limits and usage of a subscription for a provider in a location */
        get: operations["listLimits"];
        /** Request new limits for several resources (specific to Binnacle, not in the published API) */
        put: operations["setLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/serviceLimits/{resourceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the limit and usage of a resource */
        get: operations["getLimit"];
        /** Request a new limit for a resource */
        put: operations["setLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Request a new limit for a resource */
        patch: operations["updateLimit"];
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/serviceLimitsRequests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the quota requests from the past year, latest first */
        get: operations["listQuotaRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/serviceLimitsRequests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a quota request and its status */
        get: operations["getQuotaRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}/operationsStatus/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a quota request, for polling */
        get: operations["getOperationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check what would happen to quota requests, without sending them (specific to Binnacle, not in the published API) */
        post: operations["preflightQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the limits and usage of a subscription in all locations of all providers (specific to Binnacle, not in the published API) */
        get: operations["listAllLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the quota requests of a subscription from the past year, latest first (specific to Binnacle, not in the published API) */
        get: operations["listAllQuotaRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a quota request with its steps and their times (specific to Binnacle, not in the published API) */
        get: operations["getQuotaRequestRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.Capacity/resourceProviders/{providerId}/locations/{location}/usageHistory/{resourceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of a resource that was reported in the last 90 days (specific to Binnacle, not in the published API) */
        get: operations["getUsageHistory"];
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
        ResourceName: {
            value: string;
            localizedValue: string;
        };
        CurrentQuotaLimit: {
            id: string;
            name: string;
            type: string;
            properties: {
                limit: number;
                currentValue: number;
                unit: string;
                name: components["schemas"]["ResourceName"];
                resourceType?: string;
                quotaPeriod?: string;
                properties: Record<string, never>;
            };
        };
        QuotaLimitList: {
            value: components["schemas"]["CurrentQuotaLimit"][];
            nextLink?: string;
        };
        AcceptedQuotaRequest: {
            id: string;
            /** @description The id of the request. */
            name: string;
            type: string;
            requestId: string;
            properties: {
                requestId: string;
                provisioningState: components["schemas"]["QuotaRequestState"];
                message: string;
                limit?: number;
                unit?: string;
                name?: components["schemas"]["ResourceName"];
                resourceType?: string;
                value: components["schemas"]["SubRequest"][];
            };
        };
        OperationStatus: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "Accepted" | "InProgress" | "Succeeded" | "Failed";
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime?: string;
            error?: {
                code: string;
                message: string;
                details: {
                    code: string;
                    message: string;
                }[];
            };
        };
        QuotaLimitInput: {
            properties: {
                limit: number;
                unit?: string;
                resourceType?: string;
                name?: {
                    value?: string;
                };
            };
        };
        QuotaLimitInputs: {
            value: {
                properties: {
                    limit: number;
                    unit?: string;
                    resourceType?: string;
                    name: {
                        value: string;
                    };
                };
            }[];
        };
        QuotaRequestDetails: {
            id: string;
            name: string;
            type: string;
            properties: {
                message: string;
                provisioningState: components["schemas"]["QuotaRequestState"];
                /** Format: date-time */
                requestSubmitTime: string;
                value: components["schemas"]["SubRequest"][];
            };
        };
        QuotaRequestDetailsList: {
            value: components["schemas"]["QuotaRequestDetails"][];
            nextLink?: string;
        };
        /** @enum {string} */
        QuotaRequestState: "Accepted" | "Invalid" | "Succeeded" | "Failed" | "InProgress";
        SubRequest: {
            limit: number;
            message: string;
            name: components["schemas"]["ResourceName"];
            provisioningState: components["schemas"]["QuotaRequestState"];
            resourceType?: string;
            /** @description Can be missing once the sub-request is completed. */
            subRequestId?: string;
            unit: string;
        };
        QuotaPreflight: {
            provider: string;
            location: string;
            resource: string;
            limit: number;
            outcome: components["schemas"]["QuotaPreflightOutcome"];
            /** @description The error code of the request, or of the PUT if it is rejected. */
            code?: string;
            /** @description The message of the request, or of the PUT if it is rejected. */
            message: string;
            displayName?: string;
            unit?: string;
            currentLimit?: number;
            currentValue?: number;
            /** @description Whether a granted limit is first sent to the provider, which can reject it. */
            notifiesProvider?: boolean;
            /** @description The open request that the PUT returns. */
            requestId?: string;
            /** @description The open request that the new request replaces. */
            replaces?: string;
        };
        QuotaPreflightInput: {
            provider: string;
            location: string;
            resource: string;
            limit: number;
            unit?: string;
            resourceType?: string;
        };
        QuotaPreflightInputs: {
            value: components["schemas"]["QuotaPreflightInput"][];
        };
        QuotaPreflightList: {
            value: components["schemas"]["QuotaPreflight"][];
        };
        /**
         * @description `Granted`: the rules grant it. `Waiting`: an operator decides. `AboveMaximum`: the request ends as `Invalid`. `Denied`: it ends as `Failed`. `Refused`: the PUT is rejected. `AlreadyRequested`: the PUT returns an open request.
         * @enum {string}
         */
        QuotaPreflightOutcome: "Granted" | "Waiting" | "AboveMaximum" | "Denied" | "Refused" | "AlreadyRequested";
        LocatedQuotaLimit: {
            provider: string;
            location: string;
            resource: string;
            displayName: string;
            unit: string;
            limit: number;
            currentValue: number;
        };
        LocatedQuotaLimitList: {
            value: components["schemas"]["LocatedQuotaLimit"][];
            nextLink?: string;
        };
        QuotaRequestRecord: {
            id: string;
            provider: string;
            location: string;
            requestedBy: string;
            /** Format: date-time */
            requestSubmitTime: string;
            provisioningState: components["schemas"]["QuotaRequestState"];
            message: string;
            value: components["schemas"]["QuotaSubRequestRecord"][];
        };
        QuotaRequestRecordList: {
            value: components["schemas"]["QuotaRequestRecord"][];
            nextLink?: string;
        };
        QuotaRequestStep: {
            /**
             * @description `Examined`: the rules were applied to it. `Sent`: the provider was notified for the first time.
             * @enum {string}
             */
            step: "Submitted" | "Examined" | "Granted" | "Sent" | "Ended";
            /** Format: date-time */
            at: string;
        };
        QuotaSubRequestRecord: {
            subRequestId: string;
            resource: string;
            displayName: string;
            unit: string;
            requestedLimit: number;
            grantedLimit?: number;
            provisioningState: components["schemas"]["QuotaRequestState"];
            code?: string;
            message: string;
            /** @description The completed steps, earliest first. */
            steps: components["schemas"]["QuotaRequestStep"][];
        };
        QuotaUsageHistory: {
            displayName: string;
            unit: string;
            currentLimit: number;
            currentValue: number;
            /** @description The days on which usage was reported, oldest first. */
            value: components["schemas"]["QuotaUsageOfDay"][];
        };
        QuotaUsageOfDay: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            day: string;
            /** @description The last usage that was reported. */
            lastValue: number;
            /** @description The highest usage that was reported. */
            highestValue: number;
            /** @description The limit at the last report. */
            limit: number;
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
    listLimits: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaLimitList"];
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
    setLimits: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaLimitInputs"];
            };
        };
        responses: {
            /** @description The request, which is in progress. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedQuotaRequest"];
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
    getLimit: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentQuotaLimit"];
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
    setLimit: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaLimitInput"];
            };
        };
        responses: {
            /** @description The request, which is in progress. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedQuotaRequest"];
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
    updateLimit: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaLimitInput"];
            };
        };
        responses: {
            /** @description The request, which is in progress. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedQuotaRequest"];
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
    listQuotaRequests: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
                /** @description Filters by requestSubmitTime, provisioningState and resourceName, such as `requestSubmitTime ge 2026-11-01`. */
                $filter?: string;
                /** @description The size of a page, from 1 to 100. Default: 100. */
                $top?: string;
                /** @description The position of the page. Take it from `nextLink`. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaRequestDetailsList"];
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
    getQuotaRequest: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaRequestDetails"];
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
    getOperationStatus: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationStatus"];
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
    preflightQuota: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaPreflightInputs"];
            };
        };
        responses: {
            /** @description The outcome of each row, in the same order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaPreflightList"];
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
    listAllLimits: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocatedQuotaLimitList"];
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
    listAllQuotaRequests: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaRequestRecordList"];
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
    getQuotaRequestRecord: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaRequestRecord"];
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
    getUsageHistory: {
        parameters: {
            query: {
                /** @description The API version, such as 2020-10-25. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                providerId: string;
                location: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage by day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaUsageHistory"];
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
export const operationStatusStatusValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperationStatus"]["status"]> = ["Accepted", "InProgress", "Succeeded", "Failed"];
export const quotaRequestStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaRequestState"]> = ["Accepted", "Invalid", "Succeeded", "Failed", "InProgress"];
export const quotaPreflightOutcomeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaPreflightOutcome"]> = ["Granted", "Waiting", "AboveMaximum", "Denied", "Refused", "AlreadyRequested"];
export const quotaRequestStepStepValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaRequestStep"]["step"]> = ["Submitted", "Examined", "Granted", "Sent", "Ended"];
