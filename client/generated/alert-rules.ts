export interface paths {
    "/subscriptions/{subscriptionId}/providers/Microsoft.Insights/actionGroups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the action groups of a subscription */
        get: operations["listActionGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/actionGroups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the action groups of a resource group */
        get: operations["listActionGroupsOfGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/actionGroups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an action group */
        get: operations["getActionGroup"];
        /** Create an action group, or replace it */
        put: operations["setActionGroup"];
        post?: never;
        /** Delete an action group */
        delete: operations["deleteActionGroup"];
        options?: never;
        head?: never;
        /** Change the tags of an action group, or turn it on or off */
        patch: operations["updateActionGroup"];
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/actionGroups/{name}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn a web hook on again that was turned off after failures */
        post: operations["enableReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Insights/activityLogAlerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the alert rules of a subscription */
        get: operations["listActivityLogAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/activityLogAlerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the alert rules of a resource group */
        get: operations["listActivityLogAlertsOfGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/activityLogAlerts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an alert rule */
        get: operations["getActivityLogAlert"];
        /** Create an alert rule, or replace it */
        put: operations["setActivityLogAlert"];
        post?: never;
        /** Delete an alert rule and its deliveries */
        delete: operations["deleteActivityLogAlert"];
        options?: never;
        head?: never;
        /** Change the tags of an alert rule, or turn it on or off */
        patch: operations["updateActivityLogAlert"];
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Insights/createNotifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test to web hooks */
        post: operations["createTestNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.Insights/notificationStatus/{notificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a test */
        get: operations["getTestNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/createNotifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test to web hooks */
        post: operations["createTestNotificationsOfResourceGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/notificationStatus/{notificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a test */
        get: operations["getTestNotificationsOfResourceGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/actionGroups/{name}/createNotifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test to web hooks */
        post: operations["createTestNotificationsOfActionGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights/actionGroups/{name}/notificationStatus/{notificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of a test */
        get: operations["getTestNotificationsOfActionGroup"];
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
        ActionGroup: {
            id: string;
            name: string;
            type: string;
            location: string;
            tags?: {
                [key: string]: string;
            };
            properties: {
                groupShortName: string;
                enabled: boolean;
                webhookReceivers: components["schemas"]["WebhookReceiver"][];
                /** @description Not supported. Omit it, or send an empty list. */
                emailReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                smsReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                itsmReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                azureAppPushReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                automationRunbookReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                voiceReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                logicAppReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                azureFunctionReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                armRoleReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                eventHubReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                incidentReceivers?: Record<string, never>[];
            };
        };
        ActionGroupInput: {
            /** @description Default: Global. */
            location?: string;
            tags?: {
                [key: string]: string;
            };
            properties: {
                groupShortName: string;
                /** @description Default: true. */
                enabled?: boolean;
                /** @description Default: none. */
                webhookReceivers?: components["schemas"]["WebhookReceiver"][];
                /** @description Not supported. Omit it, or send an empty list. */
                emailReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                smsReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                itsmReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                azureAppPushReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                automationRunbookReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                voiceReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                logicAppReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                azureFunctionReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                armRoleReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                eventHubReceivers?: Record<string, never>[];
                /** @description Not supported. Omit it, or send an empty list. */
                incidentReceivers?: Record<string, never>[];
            };
        };
        ActionGroupList: {
            value: components["schemas"]["ActionGroup"][];
        };
        ActionGroupPatch: {
            tags?: {
                [key: string]: string;
            };
            properties?: {
                enabled?: boolean;
            };
        };
        EnableRequest: {
            receiverName: string;
        };
        WebhookReceiver: {
            name: string;
            /** @description The URL that is called. It must start with https. Readers see the URL without the values of its query. */
            serviceUri: string;
            /** @description Whether the body has the common alert schema. Default: false, the older form. */
            useCommonAlertSchema?: boolean;
            /** @description Not supported: true is rejected. */
            useAadAuth?: boolean;
            objectId?: string;
            identifierUri?: string;
            tenantId?: string;
            /** @description Only None is accepted. */
            managedIdentity?: string;
        };
        ActivityLogAlert: {
            id: string;
            name: string;
            type: string;
            location: string;
            tags?: {
                [key: string]: string;
            };
            properties: {
                /** @description The subscription itself: `/subscriptions/{subscriptionId}`. */
                scopes: string[];
                condition: {
                    allOf: components["schemas"]["AnyOfOrLeafCondition"][];
                };
                actions: {
                    /** @description Default: none. */
                    actionGroups?: {
                        actionGroupId: string;
                        webhookProperties?: {
                            [key: string]: string;
                        };
                        actionProperties?: {
                            [key: string]: string;
                        };
                    }[];
                };
                description?: string;
                enabled: boolean;
            };
        };
        ActivityLogAlertInput: {
            /** @description Default: Global. */
            location?: string;
            tags?: {
                [key: string]: string;
            };
            properties: {
                /** @description The subscription itself: `/subscriptions/{subscriptionId}`. */
                scopes: string[];
                condition: {
                    allOf: components["schemas"]["AnyOfOrLeafCondition"][];
                };
                actions: {
                    /** @description Default: none. */
                    actionGroups?: {
                        actionGroupId: string;
                        webhookProperties?: {
                            [key: string]: string;
                        };
                        actionProperties?: {
                            [key: string]: string;
                        };
                    }[];
                };
                description?: string;
                /** @description Default: true. */
                enabled?: boolean;
                /** @description Refused. */
                tenantScope?: string;
            };
        };
        ActivityLogAlertList: {
            value: components["schemas"]["ActivityLogAlert"][];
        };
        ActivityLogAlertPatch: {
            tags?: {
                [key: string]: string;
            };
            properties?: {
                enabled?: boolean;
            };
        };
        AnyOfOrLeafCondition: {
            field?: string | null;
            equals?: string | null;
            containsAny?: string[] | null;
            anyOf?: components["schemas"]["LeafCondition"][] | null;
        };
        LeafCondition: {
            field?: string | null;
            equals?: string | null;
            containsAny?: string[] | null;
        };
        NotificationRequestBody: {
            /** @description Only servicehealth is supported. */
            alertType: string;
            /** @description Default: none. */
            webhookReceivers?: components["schemas"]["WebhookReceiver"][];
            /** @description Not supported. Omit it, or send an empty list. */
            emailReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            smsReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            itsmReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            azureAppPushReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            automationRunbookReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            voiceReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            logicAppReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            azureFunctionReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            armRoleReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            eventHubReceivers?: Record<string, never>[];
            /** @description Not supported. Omit it, or send an empty list. */
            incidentReceivers?: Record<string, never>[];
        };
        TestNotificationResponse: {
            notificationId: string;
            correlationId: string;
            createdTime: string;
        };
        TestNotificationStatus: {
            context: {
                notificationSource: string;
                contextType: string;
            };
            /** @description InProgress, or Completed. */
            state: string;
            createdTime: string;
            completedTime?: string;
            actionDetails: {
                MechanismType: string;
                Name: string;
                /** @description Completed, or Failed. */
                Status: string;
                SubState: string;
                SendTime: string;
                /** @description The status of the response, or that there was none. Owners and contributors also see the reason. */
                Detail: string;
            }[];
        } | {
            Context: {
                NotificationSource: string;
                ContextType: string;
            };
            /** @description InProgress, or Completed. */
            State: string;
            CreatedTime: string;
            CompletedTime?: string;
            ActionDetails: {
                MechanismType: string;
                Name: string;
                /** @description Completed, or Failed. */
                Status: string;
                SubState: string;
                SendTime: string;
                /** @description The status of the response, or that there was none. Owners and contributors also see the reason. */
                Detail: string;
            }[];
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
    listActionGroups: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action groups, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionGroupList"];
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
    listActionGroupsOfGroup: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action groups, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionGroupList"];
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
    getActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionGroup"];
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
    setActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionGroupInput"];
            };
        };
        responses: {
            /** @description The action group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionGroup"];
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
    deleteActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The resource does not exist. */
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
    updateActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionGroupPatch"];
            };
        };
        responses: {
            /** @description The action group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionGroup"];
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
    enableReceiver: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
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
    listActivityLogAlerts: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert rules, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogAlertList"];
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
    listActivityLogAlertsOfGroup: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert rules, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogAlertList"];
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
    getActivityLogAlert: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogAlert"];
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
    setActivityLogAlert: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityLogAlertInput"];
            };
        };
        responses: {
            /** @description The alert rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogAlert"];
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
    deleteActivityLogAlert: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The resource does not exist. */
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
    updateActivityLogAlert: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityLogAlertPatch"];
            };
        };
        responses: {
            /** @description The alert rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogAlert"];
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
    createTestNotifications: {
        parameters: {
            query: {
                /** @description The API version. */
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
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRequestBody"];
            };
        };
        responses: {
            /** @description The test will be sent. Location contains the URL of its status. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationResponse"];
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
    getTestNotifications: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
                /** @description Present in Location. The response is then 202 while the test is in progress, for clients that poll. */
                poll?: boolean;
            };
            header?: never;
            path: {
                subscriptionId: string;
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
                };
            };
            /** @description The test is in progress. Only with poll. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
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
    createTestNotificationsOfResourceGroup: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRequestBody"];
            };
        };
        responses: {
            /** @description The test will be sent. Location contains the URL of its status. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationResponse"];
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
    getTestNotificationsOfResourceGroup: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
                /** @description Present in Location. The response is then 202 while the test is in progress, for clients that poll. */
                poll?: boolean;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
                };
            };
            /** @description The test is in progress. Only with poll. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
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
    createTestNotificationsOfActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
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
                resourceGroup: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRequestBody"];
            };
        };
        responses: {
            /** @description The test will be sent. Location contains the URL of its status. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationResponse"];
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
    getTestNotificationsOfActionGroup: {
        parameters: {
            query: {
                /** @description The API version. */
                "api-version": string;
                /** @description Present in Location. The response is then 202 while the test is in progress, for clients that poll. */
                poll?: boolean;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                name: string;
                notificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
                };
            };
            /** @description The test is in progress. Only with poll. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestNotificationStatus"];
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
