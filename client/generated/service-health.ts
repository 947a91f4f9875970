export interface paths {
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events that affect a subscription */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{trackingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event that affects a subscription */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{trackingId}/fetchEventDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get an event with its sensitive details, for owners and contributors */
        post: operations["fetchEventDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Binnacle.ResourceHealth/events/{trackingId}/reason": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the reason why an event is shown for a subscription (specific to Binnacle, not in the published API) */
        get: operations["getEventReason"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{trackingId}/impactedResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resources of a subscription that an event affects */
        get: operations["listImpactedResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{trackingId}/impactedResources/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a resource of a subscription that an event affects */
        get: operations["getImpactedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{trackingId}/listSecurityAdvisoryImpactedResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the resources of a subscription that a security advisory affects */
        post: operations["listSecurityAdvisoryResources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events that affect a resource */
        get: operations["listResourceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/{childType}/{childName}/providers/Microsoft.ResourceHealth/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events that affect a child resource */
        get: operations["listChildResourceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/availabilityStatuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the states of the named resources of a subscription */
        get: operations["listAvailabilityStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.ResourceHealth/availabilityStatuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the states of the named resources of a resource group */
        get: operations["listGroupAvailabilityStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/childResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the states of the named child resources of a resource */
        get: operations["listChildResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/availabilityStatuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the current and earlier states of a resource */
        get: operations["listResourceAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/availabilityStatuses/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current state of a resource */
        get: operations["getResourceAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/{childType}/{childName}/providers/Microsoft.ResourceHealth/childAvailabilityStatuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the current and earlier states of a child resource */
        get: operations["listChildAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{resourceProvider}/{resourceType}/{resourceName}/{childType}/{childName}/providers/Microsoft.ResourceHealth/childAvailabilityStatuses/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current state of a child resource */
        get: operations["getChildAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events that affect a subscription on which you have a role */
        get: operations["listTenantEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events/{trackingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event that affects a subscription on which you have a role */
        get: operations["getTenantEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events/{trackingId}/fetchEventDetails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get an event with its sensitive details, for owners and contributors */
        post: operations["fetchTenantEventDetails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events/{trackingId}/impactedResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the resources of your subscriptions that an event affects */
        get: operations["listTenantImpactedResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events/{trackingId}/impactedResources/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a resource of your subscriptions that an event affects */
        get: operations["getTenantImpactedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/events/{trackingId}/listSecurityAdvisoryImpactedResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the resources of your subscriptions that a security advisory affects */
        post: operations["listTenantSecurityAdvisoryResources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/emergingIssues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the emerging issues */
        get: operations["listEmergingIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/emergingIssues/{issueName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the emerging issues by name, which is `default` */
        get: operations["getEmergingIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the values that events can have: services, regions, levels, status, tags */
        get: operations["listMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/metadata/{metadataName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the values of one kind that events can have */
        get: operations["getMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/Microsoft.ResourceHealth/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operations of this area */
        get: operations["listOperations"];
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
        ErrorResponse: {
            code: string;
            message: string;
            details: string;
        };
        Actions: {
            actionText?: string;
            groupId?: number;
        };
        Article: {
            articleContent?: string;
            articleId?: string;
            parameters?: {
                [key: string]: unknown;
            };
        };
        DisplayText: {
            value?: string;
            localizedValue?: string;
        };
        Event: {
            id: string;
            /** @description The tracking id. */
            name: string;
            type: string;
            systemData: components["schemas"]["SystemData"];
            properties: components["schemas"]["EventProperties"];
        };
        EventList: {
            value: components["schemas"]["Event"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        EventProperties: {
            /** @enum {string} */
            eventSubType?: "Retirement" | "ForeignExchangeRateChange" | "Underbilling" | "Overbilling" | "PriceChanges" | "TaxChanges" | "MeterIDChanges" | "UnauthorizedPartyAbuse";
            /** @enum {string} */
            eventSource?: "ResourceHealth" | "ServiceHealth";
            /** @enum {string} */
            eventLevel?: "Critical" | "Error" | "Warning" | "Informational";
            /** @enum {string} */
            level?: "Critical" | "Warning";
            title?: string;
            summary?: string;
            header?: string;
            description?: string;
            reason?: string;
            externalIncidentId?: string;
            article?: components["schemas"]["Article"];
            links?: components["schemas"]["Link"][];
            recommendedActions?: components["schemas"]["RecommendedActions"];
            faqs?: components["schemas"]["Faq"][];
            isHIR?: boolean;
            hirStage?: string;
            enableMicrosoftSupport?: boolean;
            enableChatWithUs?: boolean;
            platformInitiated?: boolean;
            additionalInformation?: {
                message?: string;
            };
            /** @description In seconds. */
            duration?: number;
            impactType?: string;
            newRate?: number;
            oldRate?: number;
            /** @description An ISO 4217 currency code such as `EUR`. */
            currencyType?: string;
            billingId?: string;
            /** @enum {string} */
            eventType?: "ServiceIssue" | "PlannedMaintenance" | "HealthAdvisory" | "RCA" | "EmergingIssues" | "SecurityAdvisory" | "Billing";
            /** @enum {string} */
            status?: "Active" | "Resolved";
            /** Format: date-time */
            impactStartTime?: string;
            /** @description A date-time. Absent while it is unknown. */
            impactMitigationTime?: string;
            /** @description If true, summary, description and updates are absent. Owners and contributors read them with fetchEventDetails. */
            isEventSensitive?: boolean;
            /** @description True if the event is an exercise; otherwise absent. Its title begins with `[Drill]`. Specific to Binnacle, not in the published API. */
            isDrill?: boolean;
            impact?: components["schemas"]["Impact"][];
            /** @description 0 is the highest. */
            priority?: number;
            /** Format: date-time */
            lastUpdateTime?: string;
            /** @description `Action Recommended`: you may have to act to prevent disruption or to lessen a risk. Assess the action and its impact first. Other values: `False Positive`, `Preliminary PIR`, `Final PIR`, and any value that the operator sent. */
            eventTags?: string[];
        };
        Faq: {
            question?: string;
            answer?: string;
            localeCode?: string;
        };
        Impact: {
            impactedService?: string;
            /** @description Never changes. */
            impactedServiceGuid?: string;
            impactedRegions?: components["schemas"]["ImpactedServiceRegion"][];
        };
        ImpactedServiceRegion: {
            impactedRegion?: string;
            /** @description Only this subscription or tenant. */
            impactedSubscriptions?: string[];
            /** @description Only this subscription or tenant. */
            impactedTenants?: string[];
            /** Format: date-time */
            lastUpdateTime?: string;
            /** @enum {string} */
            status?: "Active" | "Resolved";
            updates?: components["schemas"]["Update"][];
        };
        Link: {
            /** @enum {string} */
            type?: "Button" | "Hyperlink";
            displayText?: components["schemas"]["DisplayText"];
            extensionName?: string;
            bladeName?: string;
            parameters?: {
                [key: string]: unknown;
            };
        };
        RecommendedActions: {
            message?: string;
            actions?: components["schemas"]["Actions"][];
            localeCode?: string;
        };
        SystemData: {
            /** Format: date-time */
            createdAt?: string;
            createdBy?: string;
            /** @enum {string} */
            createdByType?: "User" | "Application" | "ManagedIdentity" | "Key";
            /** Format: date-time */
            lastModifiedAt?: string;
            lastModifiedBy?: string;
            /** @enum {string} */
            lastModifiedByType?: "User" | "Application" | "ManagedIdentity" | "Key";
        };
        Update: {
            summary?: string;
            /** Format: date-time */
            updateDateTime?: string;
            eventTags?: string[];
        };
        Match: {
            impactedService: string;
            /** @description Absent: all regions. */
            impactedRegion?: string;
        };
        Reason: {
            /**
             * @description The audience of the event: all subscriptions, those with a matching footprint, or listed ones.
             * @enum {string}
             */
            audience: "everyone" | "footprint" | "subscriptions";
            /** @description The affected services and regions that are in the footprint of the subscription. Empty if there are none. */
            matches: components["schemas"]["Match"][];
        };
        ImpactedResource: {
            id: string;
            name: string;
            type: string;
            properties: {
                targetResourceType?: string;
                targetResourceId?: string;
                targetRegion?: string;
                info?: components["schemas"]["KeyValueItem"][];
            };
        };
        ImpactedResourceList: {
            value: components["schemas"]["ImpactedResource"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        KeyValueItem: {
            key?: string;
            value?: string;
        };
        AvailabilityProperties: {
            /** @enum {string} */
            availabilityState: "Available" | "Unavailable" | "Degraded" | "Unknown";
            title: string;
            summary: string;
            reasonType?: string;
            reasonChronicity: string;
            /** Format: date-time */
            occuredTime?: string;
            /** Format: date-time */
            reportedTime?: string;
            serviceImpactingEvents?: components["schemas"]["ServiceImpactingEvent"][];
        };
        AvailabilityStatus: {
            id: string;
            /** @description `current`, or the time of an earlier state. */
            name: string;
            type: string;
            location?: string;
            properties: components["schemas"]["AvailabilityProperties"];
        };
        AvailabilityStatusList: {
            value: components["schemas"]["AvailabilityStatus"][];
            /** @description The URL of the next page. */
            nextLink?: string;
        };
        ServiceImpactingEvent: {
            /** @description The tracking id of the event. */
            correlationId: string;
            /** Format: date-time */
            eventStartTime: string;
            /** Format: date-time */
            eventStatusLastModifiedTime: string;
            status: {
                value: string;
            };
            incidentProperties: {
                title?: string;
                incidentType: string;
            };
        };
        EmergingIssuesGetResult: {
            id: string;
            name: string;
            type: string;
            properties: {
                /** Format: date-time */
                refreshTimestamp: string;
                /** @description Always empty. */
                statusBanners: Record<string, never>[];
                /** @description The latest 100 active events of the type `EmergingIssues` for everyone. */
                statusActiveEvents: components["schemas"]["StatusActiveEvent"][];
            };
        };
        EmergingIssueImpact: {
            id: string;
            name: string;
            regions: {
                id: string;
                name: string;
            }[];
        };
        EmergingIssueListResult: {
            value: components["schemas"]["EmergingIssuesGetResult"][];
        };
        StatusActiveEvent: {
            title?: string;
            description?: string;
            trackingId: string;
            /** Format: date-time */
            startTime: string;
            /** @enum {string} */
            severity: "Information" | "Warning" | "Error";
            /** @enum {string} */
            stage: "Active";
            published: boolean;
            /** Format: date-time */
            lastModifiedTime: string;
            impacts: components["schemas"]["EmergingIssueImpact"][];
        };
        MetadataEntity: {
            id: string;
            name: string;
            type: string;
            properties: {
                displayName: string;
                applicableScenarios: string[];
                /** @description At most 10,000 services and 10,000 regions, by name. */
                supportedValues: components["schemas"]["MetadataSupportedValueDetail"][];
            };
        };
        MetadataEntityListResult: {
            value: components["schemas"]["MetadataEntity"][];
        };
        MetadataSupportedValueDetail: {
            id: string;
            displayName: string;
            /** @description Present once an event has named the service. Never changes. */
            serviceGuid?: string;
            resourceTypes?: string[];
            priority?: number;
        };
        Operation: {
            /** @description {provider}/{resource}/{action} */
            name: string;
            display: {
                provider: string;
                resource: string;
                operation: string;
                description: string;
            };
        };
        OperationListResult: {
            value: components["schemas"]["Operation"][];
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
    listEvents: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    fetchEventDetails: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event with its sensitive details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getEventReason: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audience, and the services and regions that match the footprint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reason"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listImpactedResources: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by targetRegion, targetResourceType and targetResourceId. */
                $filter?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResourceList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getImpactedResource: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResource"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listSecurityAdvisoryResources: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by targetRegion, targetResourceType and targetResourceId. */
                $filter?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResourceList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listResourceEvents: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listChildResourceEvents: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
                childType: string;
                childName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listAvailabilityStatuses: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatusList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listGroupAvailabilityStatuses: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
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
            /** @description The states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatusList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listChildResources: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatusList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listResourceAvailability: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatusList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getResourceAvailability: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatus"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listChildAvailability: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
                childType: string;
                childName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The states. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatusList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getChildAvailability: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by availabilityState, reasonType and location. */
                $filter?: string;
                /** @description Accepted. There are no recommended actions to expand. */
                $expand?: string;
            };
            header?: never;
            path: {
                subscriptionId: string;
                resourceGroup: string;
                resourceProvider: string;
                resourceType: string;
                resourceName: string;
                childType: string;
                childName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityStatus"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listTenantEvents: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getTenantEvent: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description An OData filter. See the guide on filters. */
                $filter?: string;
                /** @description Returns events updated at this time or later. Default: 3 days ago. */
                queryStartTime?: string;
            };
            header?: never;
            path: {
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    fetchTenantEventDetails: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event with its sensitive details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listTenantImpactedResources: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by targetRegion, targetResourceType and targetResourceId. */
                $filter?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResourceList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getTenantImpactedResource: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                trackingId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResource"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listTenantSecurityAdvisoryResources: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
                /** @description Filters by targetRegion, targetResourceType and targetResourceId. */
                $filter?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skipToken?: string;
            };
            header?: never;
            path: {
                trackingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactedResourceList"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listEmergingIssues: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry, `default`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmergingIssueListResult"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getEmergingIssues: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                issueName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The emerging issues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmergingIssuesGetResult"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listMetadata: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values, by kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataEntityListResult"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getMetadata: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
                "api-version": string;
            };
            header?: never;
            path: {
                metadataName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataEntity"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query: {
                /** @description The API version, such as 2025-05-01. */
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
                    "application/json": components["schemas"]["OperationListResult"];
                };
            };
            /** @description Any error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
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
export const eventPropertiesEventSubTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["eventSubType"]> = ["Retirement", "ForeignExchangeRateChange", "Underbilling", "Overbilling", "PriceChanges", "TaxChanges", "MeterIDChanges", "UnauthorizedPartyAbuse"];
export const eventPropertiesEventSourceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["eventSource"]> = ["ResourceHealth", "ServiceHealth"];
export const eventPropertiesEventLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["eventLevel"]> = ["Critical", "Error", "Warning", "Informational"];
export const eventPropertiesLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["level"]> = ["Critical", "Warning"];
export const eventPropertiesEventTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["eventType"]> = ["ServiceIssue", "PlannedMaintenance", "HealthAdvisory", "RCA", "EmergingIssues", "SecurityAdvisory", "Billing"];
export const eventPropertiesStatusValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventProperties"]["status"]> = ["Active", "Resolved"];
export const impactedServiceRegionStatusValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ImpactedServiceRegion"]["status"]> = ["Active", "Resolved"];
export const linkTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Link"]["type"]> = ["Button", "Hyperlink"];
export const systemDataCreatedByTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SystemData"]["createdByType"]> = ["User", "Application", "ManagedIdentity", "Key"];
export const systemDataLastModifiedByTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SystemData"]["lastModifiedByType"]> = ["User", "Application", "ManagedIdentity", "Key"];
export const reasonAudienceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Reason"]["audience"]> = ["everyone", "footprint", "subscriptions"];
export const availabilityPropertiesAvailabilityStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AvailabilityProperties"]["availabilityState"]> = ["Available", "Unavailable", "Degraded", "Unknown"];
export const statusActiveEventSeverityValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["StatusActiveEvent"]["severity"]> = ["Information", "Warning", "Error"];
export const statusActiveEventStageValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["StatusActiveEvent"]["stage"]> = ["Active"];
