export interface paths {
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the limits of a subscription for a provider in a location */
        get: operations["listQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/quotas/{resourceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the limit of a resource */
        get: operations["getQuota"];
        /** Request a new limit for a resource */
        put: operations["setQuota"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Request a new limit for a resource */
        patch: operations["updateQuota"];
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/usages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the usage of a subscription for a provider in a location */
        get: operations["listUsages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/usages/{resourceName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usage of a resource */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/quotaRequests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the quota requests from the past year, latest first */
        get: operations["listQuotaRequestStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/quotaRequests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a quota request and its status */
        get: operations["getQuotaRequestStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/{providerId}/locations/{location}/providers/Microsoft.Quota/operationsStatus/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a quota request, for polling */
        get: operations["getQuotaOperationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.Quota/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operations of this API */
        get: operations["listQuotaOperations"];
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
        /** @enum {string} */
        QuotaRequestState: "Accepted" | "Invalid" | "Succeeded" | "Failed" | "InProgress";
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
        LimitValue: {
            /** @enum {string} */
            limitObjectType: "LimitValue";
            /** @enum {string} */
            limitType: "Independent";
            value: number;
        };
        LimitValueInput: {
            /** @enum {string} */
            limitObjectType: "LimitValue";
            value: number;
        };
        Quota: {
            id: string;
            name: string;
            type: string;
            properties: {
                limit: components["schemas"]["LimitValue"];
                unit: string;
                name: components["schemas"]["ResourceName"];
                resourceType?: string;
                quotaPeriod?: string;
                /** @description Whether quota can be requested. Always true. */
                isQuotaApplicable: boolean;
                properties: Record<string, never>;
            };
        };
        QuotaInput: {
            properties: {
                limit: components["schemas"]["LimitValueInput"];
                unit?: string;
                name?: {
                    value?: string;
                };
            };
        };
        QuotaList: {
            value: components["schemas"]["Quota"][];
            nextLink?: string;
        };
        SubmittedQuota: {
            /** @description The path of the request. */
            id: string;
            /** @description The id of the request. */
            name: string;
            type: string;
            properties: {
                limit: components["schemas"]["LimitValue"];
                unit: string;
                name: components["schemas"]["ResourceName"];
                resourceType?: string;
                isQuotaApplicable: boolean;
                properties: Record<string, never>;
                provisioningState: components["schemas"]["QuotaRequestState"];
                message: string;
            };
        };
        Usage: {
            id: string;
            name: string;
            type: string;
            properties: {
                usages: components["schemas"]["UsageValue"];
                unit: string;
                name: components["schemas"]["ResourceName"];
                resourceType?: string;
                quotaPeriod?: string;
                /** @description Whether quota can be requested. Always true. */
                isQuotaApplicable: boolean;
                properties: Record<string, never>;
            };
        };
        UsageList: {
            value: components["schemas"]["Usage"][];
            nextLink?: string;
        };
        UsageValue: {
            /** @enum {string} */
            usagesType: "Individual";
            value: number;
        };
        QuotaRequest: {
            id: string;
            name: string;
            type: string;
            properties: {
                message: string;
                provisioningState: components["schemas"]["QuotaRequestState"];
                /** Format: date-time */
                requestSubmitTime: string;
                error?: {
                    code: string;
                    message: string;
                };
                value: components["schemas"]["QuotaSubRequest"][];
            };
        };
        QuotaRequestList: {
            value: components["schemas"]["QuotaRequest"][];
            nextLink?: string;
        };
        QuotaSubRequest: {
            limit: components["schemas"]["LimitValue"];
            message: string;
            name: components["schemas"]["ResourceName"];
            provisioningState: components["schemas"]["QuotaRequestState"];
            resourceType?: string;
            subRequestId: string;
            unit: string;
        };
        QuotaOperation: {
            /** @description {provider}/{resource}/{action} */
            name: string;
            display: {
                provider: string;
                resource: string;
                operation: string;
                description: string;
            };
        };
        QuotaOperationList: {
            value: components["schemas"]["QuotaOperation"][];
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
    listQuotas: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
            /** @description The quotas. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaList"];
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
    getQuota: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
            /** @description The quota. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quota"];
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
    setQuota: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
                "application/json": components["schemas"]["QuotaInput"];
            };
        };
        responses: {
            /** @description The request, which is in progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedQuota"];
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
    updateQuota: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
                "application/json": components["schemas"]["QuotaInput"];
            };
        };
        responses: {
            /** @description The request, which is in progress. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedQuota"];
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
    listUsages: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
                "api-version": string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
            /** @description The usages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageList"];
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
    getUsage: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
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
    listQuotaRequestStatus: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
                "api-version": string;
                /** @description Filters by requestSubmitTime, provisioningState and resourceName, such as `provisioningState eq 'Failed'`. */
                $filter?: string;
                /** @description The size of a page, from 1 to 100. Default: 100. */
                $top?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
                    "application/json": components["schemas"]["QuotaRequestList"];
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
    getQuotaRequestStatus: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
                    "application/json": components["schemas"]["QuotaRequest"];
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
    getQuotaOperationStatus: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
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
    listQuotaOperations: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-03-01. */
                "api-version": string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaOperationList"];
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
export const quotaRequestStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaRequestState"]> = ["Accepted", "Invalid", "Succeeded", "Failed", "InProgress"];
export const operationStatusStatusValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperationStatus"]["status"]> = ["Accepted", "InProgress", "Succeeded", "Failed"];
export const limitValueLimitObjectTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["LimitValue"]["limitObjectType"]> = ["LimitValue"];
export const limitValueLimitTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["LimitValue"]["limitType"]> = ["Independent"];
export const limitValueInputLimitObjectTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["LimitValueInput"]["limitObjectType"]> = ["LimitValue"];
export const usageValueUsagesTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["UsageValue"]["usagesType"]> = ["Individual"];
