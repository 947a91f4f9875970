export interface paths {
    "/operator/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All accounts */
        get: operations["listAccounts"];
        put?: never;
        /** Create an account */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Disable or enable an account, give or take the role of operator, change the e-mail */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign an account out everywhere, whoever vouches for it */
        post: operations["signOutAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign an account out everywhere, end its tokens and make a link to set a new password */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OAuth clients that operators registered */
        get: operations["listClients"];
        put?: never;
        /** Register an OAuth client; one with client-credentials is a service account */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An OAuth client */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change, disable or enable an OAuth client */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/operator/v1/clients/{client_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret; the old one and every token got with it end at once */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        /** Create a subscription of an organization */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who has which role on a subscription */
        get: operations["listSubscriptionRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/roles/{principal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Give an account or a service account a role on a subscription */
        put: operations["setSubscriptionRole"];
        post?: never;
        /** Take a role on a subscription away */
        delete: operations["removeSubscriptionRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change, sign-in and refused attempt, the newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API tokens that an account created: its own, and those of apps and organizations, without their values */
        get: operations["listAccountTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of the API tokens that an account created: its own, and those of apps and organizations */
        delete: operations["endAccountToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API tokens of an organization and of its apps, without their values */
        get: operations["listOrganizationTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations/{organization_id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of the API tokens of an organization and of its apps */
        delete: operations["endOrganizationToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/apps/{owner_name}/{app_name}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API tokens of an app, without their values */
        get: operations["listAppTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/apps/{owner_name}/{app_name}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of the API tokens of an app */
        delete: operations["endAppToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All organizations */
        get: operations["listAllOrganizations"];
        put?: never;
        /** Create an organization with an account as its admin */
        post: operations["createOrganizationFor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/freed-names/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Let anybody take a name that is kept for the owner who gave it up */
        delete: operations["releaseFreedName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All events, by tracking id */
        get: operations["listAllEvents"];
        put?: never;
        /** Publish an event */
        post: operations["publishEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An event, with everything about it */
        get: operations["getAnyEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was said about an event, in the order it was said */
        get: operations["listEventRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post an update, for some regions or for all */
        post: operations["updateEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve an event, in some regions or in all */
        post: operations["resolveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reopen what was resolved */
        post: operations["reopenEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attach a preliminary or final review */
        post: operations["reviewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/false-positive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that there was nothing */
        post: operations["markFalsePositive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change whom an event reaches */
        put: operations["setEventAudience"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/{tracking_id}/impactedResources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say which resources of which subscriptions an event hits */
        post: operations["changeImpactedResources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/events/reach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whom an event would reach, without publishing it */
        post: operations["measureEventReach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/footprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The services and regions a subscription uses */
        get: operations["getFootprint"];
        /** Replace the footprint of a subscription */
        put: operations["setFootprint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Add to the footprint of a subscription, or take away from it */
        patch: operations["changeFootprint"];
        trace?: never;
    };
    "/operator/v1/footprints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the footprints of many subscriptions at once */
        post: operations["loadFootprints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The providers in the quota catalogue */
        get: operations["listQuotaProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a provider offers, and where */
        get: operations["getQuotaProvider"];
        /** Say what a provider offers, and where; it replaces what was there */
        put: operations["setQuotaProvider"];
        post?: never;
        /** Take a provider out of the catalogue */
        delete: operations["deleteQuotaProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/providers/{provider}/endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Where a provider is told what was granted; the secret of its calls is shown once */
        put: operations["setQuotaEndpoint"];
        post?: never;
        /** No longer tell a provider */
        delete: operations["deleteQuotaEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a subscription has that is not the default, and what it uses */
        get: operations["getSubscriptionQuota"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Report what a subscription uses, or set what it has */
        patch: operations["changeSubscriptionQuota"];
        trace?: never;
    };
    "/operator/v1/quota/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What waits for somebody to decide, the oldest first */
        get: operations["listWaitingQuota"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/given-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the engine stopped trying, the latest first, and why */
        get: operations["listGivenUpQuota"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/quota/requests/{request_id}/{sub_request_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve, approve less, or deny, with a reason the requester reads */
        post: operations["decideQuota"];
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
        AccountChange: {
            /** @description true ends sessions, access tokens, password links and API tokens, from the answer on and for good. false lets the account sign in again. */
            disabled?: boolean;
            /**
             * @description With "disabled": true. own: its user tokens end. all, the default: so do the tokens of apps and organizations that it created.
             * @enum {string}
             */
            revoke_tokens?: "own" | "all";
            /** @description false, as "disabled": true, also ends password links it made for others and the operator right of service accounts whose secret it was shown. */
            is_operator?: boolean;
            /** @description The old one is free from then on. */
            email?: string;
        };
        AccountList: {
            value: components["schemas"]["Account"][];
            nextLink?: string;
        };
        AccountReset: {
            /**
             * @description own, the default: its user tokens end. all: so do the tokens of apps and organizations that it created.
             * @enum {string}
             */
            revoke_tokens?: "own" | "all";
        };
        AccountWithLink: {
            account: components["schemas"]["Account"];
            /** @description Sets a password once, within 24 hours. Shown this once. */
            password_link: string | null;
        };
        ChangedAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            email: string;
            is_operator: boolean;
            /** Format: date-time */
            disabled_at: string | null;
            /** @description API tokens it created and nobody revoked. */
            token_count: number;
            /** Format: date-time */
            created_at: string;
            /** @description API tokens that this request ended. */
            tokens_ended: number;
            /** @description API tokens the account created that still stand, of apps and organizations too. */
            tokens_left: number;
            /** @description Password links it made for others that were not used yet. Make new ones for them. */
            links_ended: number;
            /** @description Service accounts whose secret it was shown that are no operators any more. Make a new secret, then give the right again. */
            clients_demoted: number;
        };
        NewAccount: {
            name: string;
            email: string;
            display_name?: string;
        };
        Account: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            email: string;
            is_operator: boolean;
            /** Format: date-time */
            disabled_at: string | null;
            /** @description API tokens it created and nobody revoked. */
            token_count: number;
            /** Format: date-time */
            created_at: string;
        };
        ResetAccount: {
            account: components["schemas"]["Account"];
            /** @description Sets a password once, within 24 hours. Shown this once. */
            password_link: string | null;
            /** @description API tokens that this request ended. */
            tokens_ended: number;
            /** @description API tokens the account created that still stand, of apps and organizations too. */
            tokens_left: number;
            /** @description Password links it made for others that were not used yet. Make new ones for them. */
            links_ended: number;
            /** @description Service accounts whose secret it was shown that are no operators any more. Make a new secret, then give the right again. */
            clients_demoted: number;
        };
        Client: {
            id: string;
            /**
             * Format: uuid
             * @description What holds roles on subscriptions when the client acts for itself.
             */
            principal_id: string;
            display_name: string;
            flows: ("implicit" | "code" | "client-credentials")[];
            /** @description Compared character for character. */
            redirect_uris: string[];
            /**
             * Format: uuid
             * @description The account that was shown the current secret.
             */
            secret_shown_to: string | null;
            /** @description Acting for itself, it may use the operator API. */
            is_operator: boolean;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ClientChange: {
            display_name?: string;
            /** @description Compared character for character. */
            redirect_uris?: string[];
            /** @description Acts at the next request, everywhere. */
            disabled?: boolean;
            /** @description For service accounts: those with client-credentials. */
            is_operator?: boolean;
        };
        ClientList: {
            value: components["schemas"]["Client"][];
        };
        ClientWithSecret: {
            client: components["schemas"]["Client"];
            /** @description Shown this once, and stored nowhere. */
            client_secret: string | null;
        };
        NewClient: {
            id: string;
            display_name: string;
            flows: ("implicit" | "code" | "client-credentials")[];
            /** @description Compared character for character. */
            redirect_uris?: string[];
        };
        NewSubscription: {
            /** @description Kept in lower case. Made by us when left out. */
            id?: string;
            /** Format: uuid */
            organization_id: string;
            display_name: string;
        };
        Subscription: {
            id: string;
            /** Format: uuid */
            organization_id: string;
            display_name: string;
            /** Format: date-time */
            created_at: string;
        };
        SubscriptionList: {
            value: components["schemas"]["Subscription"][];
            nextLink?: string;
        };
        SubscriptionMember: {
            /** Format: uuid */
            principal_id: string;
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
        };
        SubscriptionMemberList: {
            value: components["schemas"]["SubscriptionMember"][];
        };
        SubscriptionRole: {
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
        };
        AuditList: {
            value: components["schemas"]["AuditRecord"][];
            nextLink?: string;
        };
        AuditRecord: {
            /** Format: uuid */
            id: string;
            /** @description The owner, account or subscription it belongs to. */
            scope_id: string;
            /** Format: date-time */
            at: string;
            /** @description `anonymous` when nobody was signed in: `after.count` attempts in the minute from `at`. */
            actor_kind: string;
            actor_id: string | null;
            /** Format: uuid */
            token_id: string | null;
            action: string;
            target: string;
            before: unknown;
            after: unknown;
            source: string | null;
            /** Format: uuid */
            request_id: string | null;
        };
        /** @description One of the two is enough; the other is made from it. */
        NewOrganization: {
            display_name?: string;
            /** @description 1 to 100 letters, digits, hyphens, underscores or dots; not a hyphen first. */
            name?: string;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            /** @description The name that stands in addresses; unique among owners. */
            name: string;
            display_name: string;
            avatar_url: string | null;
            /** @enum {string} */
            origin: "appcenter" | "hockeyapp";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrganizationChange: {
            display_name?: string;
            /** @description 1 to 100 letters, digits, hyphens, underscores or dots; not a hyphen first. */
            name?: string;
        };
        Organizations: {
            organizations: components["schemas"]["Organization"][];
        };
        NewOrganizationFor: {
            name: string;
            display_name?: string;
            /**
             * Format: uuid
             * @description The account that administers it.
             */
            admin_id: string;
        };
        OrganizationList: {
            value: components["schemas"]["Organization"][];
            nextLink?: string;
        };
        OperatorToken: {
            /** Format: uuid */
            id: string;
            /** @description What the token is for, as entered at its creation. */
            description: string;
            /** @description `all` is Full access, `viewer` is Read-only. */
            scope: ("all" | "viewer")[];
            /**
             * @description `org` is an extension of Binnacle.
             * @enum {string}
             */
            kind: "user" | "app" | "org";
            /** @description The first 30 of the 75 characters of the value, to recognise it by; only the last four of them are of its random part. An extension of Binnacle, missing for tokens made before 0.2. */
            value_start?: string;
            /** Format: date-time */
            created_at: string;
            /** @description The name of the user who created it. */
            created_by: string;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description To the minute, a little behind.
             */
            last_used_at: string | null;
            /** Format: uuid */
            created_by_id: string;
            /**
             * Format: uuid
             * @description The account of a user token, else the owner of the app or the organization.
             */
            owner_id: string;
            /** Format: uuid */
            app_id: string | null;
        };
        OperatorTokenList: {
            value: components["schemas"]["OperatorToken"][];
            nextLink?: string;
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
            /** @description Address of the next page. */
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
            /** @description A currency code of ISO 4217, such as `EUR`. */
            currencyType?: string;
            billingId?: string;
            /** @enum {string} */
            eventType?: "ServiceIssue" | "PlannedMaintenance" | "HealthAdvisory" | "RCA" | "EmergingIssues" | "SecurityAdvisory" | "Billing";
            /** @enum {string} */
            status?: "Active" | "Resolved";
            /** Format: date-time */
            impactStartTime?: string;
            /** @description A date-time. Left out while it is not known. */
            impactMitigationTime?: string;
            /** @description Summary, description and updates are then left out; fetchEventDetails has them, for owners and contributors. */
            isEventSensitive?: boolean;
            impact?: components["schemas"]["Impact"][];
            /** @description 0 is the highest. */
            priority?: number;
            /** Format: date-time */
            lastUpdateTime?: string;
            /** @description `Action Recommended`: you may have to act to prevent disruption or to lessen a risk; assess the action and its impact first. Also `False Positive`, `Preliminary PIR`, `Final PIR`, and any other that was given. */
            eventTags?: string[];
        };
        Faq: {
            question?: string;
            answer?: string;
            localeCode?: string;
        };
        Impact: {
            impactedService?: string;
            /** @description Stays the same for ever. */
            impactedServiceGuid?: string;
            impactedRegions?: components["schemas"]["ImpactedServiceRegion"][];
        };
        ImpactedServiceRegion: {
            impactedRegion?: string;
            /** @description Yours alone. */
            impactedSubscriptions?: string[];
            /** @description Yours alone. */
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
        EventFacts: {
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
            /** @description A currency code of ISO 4217, such as `EUR`. */
            currencyType?: string;
            billingId?: string;
            /** Format: date-time */
            impactStartTime?: string;
            /** Format: date-time */
            impactMitigationTime?: string;
        };
        EventReopening: {
            /** @description What is said now, as an update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions meant. None: all of them. */
            where?: {
                impactedService: string;
                impactedRegion?: string;
            }[];
        };
        EventResolution: {
            /** @description What is said now, as an update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions meant. None: all of them. */
            where?: {
                impactedService: string;
                impactedRegion?: string;
            }[];
            /** Format: date-time */
            impactMitigationTime?: string;
        };
        EventReview: {
            /** @enum {string} */
            stage: "preliminary" | "final";
            description: string;
            /** @description What is said now, as an update. */
            summary?: string;
        };
        EventRevision: {
            number: number;
            /** Format: date-time */
            at: string;
            madeBy: string;
            change: {
                [key: string]: unknown;
            };
        };
        EventRevisionList: {
            value: components["schemas"]["EventRevision"][];
        };
        EventUpdate: {
            /** @description What is said now, as an update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions meant. None: all of them. */
            where?: {
                impactedService: string;
                impactedRegion?: string;
            }[];
            impact?: components["schemas"]["NewImpact"][];
            properties?: components["schemas"]["EventFacts"];
            /** @description Registers services and regions that no earlier event, footprint or catalogue has. Otherwise they are refused, unless nothing is registered yet. */
            allowUnknownNames?: boolean;
        };
        FalsePositive: {
            /** @description What is said now, as an update. */
            summary?: string;
        };
        NewEvent: {
            /** @description Kept in upper case. Made by us when left out. */
            trackingId?: string;
            audience: components["schemas"]["Audience"];
            /** @enum {string} */
            eventType: "ServiceIssue" | "PlannedMaintenance" | "HealthAdvisory" | "RCA" | "EmergingIssues" | "SecurityAdvisory" | "Billing";
            isEventSensitive?: boolean;
            impact?: components["schemas"]["NewImpact"][];
            eventTags?: string[];
            properties?: components["schemas"]["EventFacts"];
            /** @description Registers services and regions that no earlier event, footprint or catalogue has. Otherwise they are refused, unless nothing is registered yet. */
            allowUnknownNames?: boolean;
            imported?: {
                createdBy: string;
                /** @enum {string} */
                createdByType: "User" | "Application" | "ManagedIdentity" | "Key";
                /** Format: date-time */
                createdAt: string;
            };
        };
        NewImpact: {
            impactedService: string;
            /**
             * Format: uuid
             * @description Made from the name when left out.
             */
            impactedServiceGuid?: string;
            /** @description None: all regions. */
            impactedRegions?: string[];
        };
        OperatorEvent: {
            trackingId: string;
            /** @enum {string} */
            audience: "everyone" | "footprint" | "subscriptions";
            /** @description How many there are by now. */
            revisions: number;
            registered?: components["schemas"]["RegisteredNames"];
            event: components["schemas"]["Event"];
        };
        OperatorEventList: {
            value: components["schemas"]["OperatorEvent"][];
            nextLink?: string;
        };
        Audience: {
            /**
             * @description `footprint`: every subscription that uses one of the services in one of the regions of the impact.
             * @enum {string}
             */
            kind: "everyone" | "footprint" | "subscriptions";
            /** @description For `subscriptions`, and only then. */
            subscriptions?: string[];
        };
        Footprint: {
            value: components["schemas"]["FootprintPlace"][];
        };
        FootprintChange: {
            add?: components["schemas"]["FootprintPlace"][];
            remove?: components["schemas"]["FootprintPlace"][];
        };
        FootprintLoad: {
            /** @description Each replaces what the subscription had. */
            value: {
                subscriptionId: string;
                footprint: components["schemas"]["FootprintPlace"][];
            }[];
        };
        FootprintPlace: {
            service: string;
            region: string;
        };
        EventReach: {
            /** @description How many the event would reach. At most 10,000. */
            subscriptions: number;
            /** @description There are more than were counted. */
            orMore: boolean;
            /** @description The same as a sentence. */
            summary: string;
            /** @description The ids of up to ten of them. */
            examples: string[];
            registers?: components["schemas"]["RegisteredNames"];
        };
        RegisteredNames: {
            services: string[];
            regions: string[];
        };
        ImpactedResourceChange: {
            /** @description One that is there under its name already is replaced. */
            add?: {
                subscriptionId: string;
                name?: string;
                targetResourceType?: string;
                targetResourceId?: string;
                targetRegion?: string;
                info?: {
                    key: string;
                    value: string;
                }[];
            }[];
            remove?: {
                subscriptionId: string;
                name: string;
            }[];
        };
        CatalogueEntry: {
            locations: string[];
            resources: components["schemas"]["CatalogueResource"][];
        };
        CatalogueProvider: {
            name: string;
            locations: string[];
            resources: components["schemas"]["CatalogueResource"][];
            /** @description Where it is told what was granted. */
            endpoint?: string;
        };
        CatalogueProviderList: {
            value: {
                name: string;
            }[];
        };
        CatalogueResource: {
            name: string;
            displayName?: string;
            /** @description `Count` by default. */
            unit?: string;
            resourceType?: string;
            quotaPeriod?: string;
            defaultLimit: number;
            /** @description How far above the default a rule may grant without a person. None by default. */
            headroom?: number;
            /** @description What nobody can have more of. */
            maximum?: number;
        };
        NewProviderEndpoint: {
            url: string;
        };
        ProviderEndpoint: {
            url: string;
            /** @description Signs the calls (Standard Webhooks). Shown this once; set the endpoint again for another. */
            secret: string;
        };
        QuotaDecision: {
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description The requester reads it. */
            reason: string;
            /** @description Of an approval: less than was asked for. */
            limit?: number;
            /** @description Of a denial: the error code it ends with. `QuotaNotAvailableForResource` by default. */
            code?: string;
        };
        GivenUpSubRequest: {
            subscriptionId: string;
            requestId: string;
            subRequestId: string;
            provider: string;
            location: string;
            resource: string;
            unit: string;
            askedLimit: number;
            requestedBy: string;
            tries: number;
            lastError?: string;
            code: string;
            /** Format: date-time */
            gaveUpAt: string;
        };
        GivenUpSubRequestList: {
            value: components["schemas"]["GivenUpSubRequest"][];
            nextLink?: string;
        };
        WaitingSubRequest: {
            subscriptionId: string;
            requestId: string;
            subRequestId: string;
            provider: string;
            location: string;
            resource: string;
            unit: string;
            askedLimit: number;
            requestedBy: string;
            currentLimit?: number;
            currentValue: number;
            /** Format: date-time */
            waitingSince: string;
        };
        WaitingSubRequestList: {
            value: components["schemas"]["WaitingSubRequest"][];
            nextLink?: string;
        };
        SubscriptionQuota: {
            provider: string;
            location: string;
            resource: string;
            /** @description Null goes back to the default of the catalogue; left out, it stays. */
            limit?: number | null;
            currentValue?: number;
        };
        SubscriptionQuotaChange: {
            value: components["schemas"]["SubscriptionQuota"][];
        };
        SubscriptionQuotaList: {
            value: components["schemas"]["SubscriptionQuota"][];
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
    listAccounts: {
        parameters: {
            query?: {
                /** @description In name or e-mail. */
                search?: string;
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description Any failure. */
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
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account, and the link it signs in with first. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWithLink"];
                };
            };
            /** @description Any failure. */
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
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Any failure. */
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
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAccount"];
                };
            };
            /** @description Any failure. */
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
    signOutAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
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
            /** @description Any failure. */
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
    resetAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountReset"] | null;
            };
        };
        responses: {
            /** @description The account and the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetAccount"];
                };
            };
            /** @description Any failure. */
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
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            /** @description Any failure. */
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
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description The client, and its secret if it has one. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            /** @description Any failure. */
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
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description Any failure. */
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
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientChange"];
            };
        };
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description Any failure. */
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
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client and its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            /** @description Any failure. */
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
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionList"];
                };
            };
            /** @description Any failure. */
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
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSubscription"];
            };
        };
        responses: {
            /** @description The subscription. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description Any failure. */
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
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            /** @description Any failure. */
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
    listSubscriptionRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionMemberList"];
                };
            };
            /** @description Any failure. */
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
    setSubscriptionRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
                principal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionRole"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    removeSubscriptionRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
                principal_id: string;
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
            /** @description Any failure. */
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
    listAudit: {
        parameters: {
            query?: {
                scope?: string;
                actor?: string;
                /** @description As a whole, or its beginning with a dot at the end: `token.` */
                action?: string;
                from?: string;
                to?: string;
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            /** @description Any failure. */
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
    listAccountTokens: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTokenList"];
                };
            };
            /** @description Any failure. */
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
    endAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                token_id: string;
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
            /** @description Any failure. */
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
    listOrganizationTokens: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTokenList"];
                };
            };
            /** @description Any failure. */
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
    endOrganizationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                token_id: string;
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
            /** @description Any failure. */
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
    listAppTokens: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTokenList"];
                };
            };
            /** @description Any failure. */
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
    endAppToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                token_id: string;
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
            /** @description Any failure. */
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
    listAllOrganizations: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            /** @description Any failure. */
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
    createOrganizationFor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationFor"];
            };
        };
        responses: {
            /** @description The organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Any failure. */
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
    releaseFreedName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            /** @description Any failure. */
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
    listAllEvents: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEventList"];
                };
            };
            /** @description Any failure. */
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
    publishEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description The event. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    getAnyEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
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
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    listEventRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventRevisionList"];
                };
            };
            /** @description Any failure. */
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
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventUpdate"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    resolveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventResolution"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    reopenEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventReopening"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    reviewEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventReview"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    markFalsePositive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FalsePositive"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    setEventAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Audience"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
                };
            };
            /** @description Any failure. */
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
    changeImpactedResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tracking_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImpactedResourceChange"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    measureEventReach: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description How many subscriptions it would reach. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReach"];
                };
            };
            /** @description Any failure. */
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
    getFootprint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The footprint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Footprint"];
                };
            };
            /** @description Any failure. */
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
    setFootprint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Footprint"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    changeFootprint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FootprintChange"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    loadFootprints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FootprintLoad"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    listQuotaProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueProviderList"];
                };
            };
            /** @description Any failure. */
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
    getQuotaProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueProvider"];
                };
            };
            /** @description Any failure. */
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
    setQuotaProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogueEntry"];
            };
        };
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueProvider"];
                };
            };
            /** @description Any failure. */
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
    deleteQuotaProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
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
            /** @description Any failure. */
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
    setQuotaEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProviderEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderEndpoint"];
                };
            };
            /** @description Any failure. */
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
    deleteQuotaEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
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
            /** @description Any failure. */
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
    getSubscriptionQuota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
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
                    "application/json": components["schemas"]["SubscriptionQuotaList"];
                };
            };
            /** @description Any failure. */
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
    changeSubscriptionQuota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionQuotaChange"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
    listWaitingQuota: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sub-requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingSubRequestList"];
                };
            };
            /** @description Any failure. */
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
    listGivenUpQuota: {
        parameters: {
            query?: {
                /** @description Opaque; as `nextLink` has it. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sub-requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GivenUpSubRequestList"];
                };
            };
            /** @description Any failure. */
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
    decideQuota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
                request_id: string;
                sub_request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaDecision"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any failure. */
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
export const accountChangeRevoke_tokensValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccountChange"]["revoke_tokens"]> = ["own", "all"];
export const accountResetRevoke_tokensValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccountReset"]["revoke_tokens"]> = ["own", "all"];
export const clientFlowsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Client"]["flows"]> = ["implicit", "code", "client-credentials"];
export const newClientFlowsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewClient"]["flows"]> = ["implicit", "code", "client-credentials"];
export const subscriptionMemberRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionMember"]["role"]> = ["owner", "contributor", "reader"];
export const subscriptionRoleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionRole"]["role"]> = ["owner", "contributor", "reader"];
export const organizationOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Organization"]["origin"]> = ["appcenter", "hockeyapp"];
export const operatorTokenScopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorToken"]["scope"]> = ["all", "viewer"];
export const operatorTokenKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorToken"]["kind"]> = ["user", "app", "org"];
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
export const eventFactsEventSubTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventFacts"]["eventSubType"]> = ["Retirement", "ForeignExchangeRateChange", "Underbilling", "Overbilling", "PriceChanges", "TaxChanges", "MeterIDChanges", "UnauthorizedPartyAbuse"];
export const eventFactsEventSourceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventFacts"]["eventSource"]> = ["ResourceHealth", "ServiceHealth"];
export const eventFactsEventLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventFacts"]["eventLevel"]> = ["Critical", "Error", "Warning", "Informational"];
export const eventFactsLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventFacts"]["level"]> = ["Critical", "Warning"];
export const eventReviewStageValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventReview"]["stage"]> = ["preliminary", "final"];
export const newEventEventTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewEvent"]["eventType"]> = ["ServiceIssue", "PlannedMaintenance", "HealthAdvisory", "RCA", "EmergingIssues", "SecurityAdvisory", "Billing"];
export const newEventImportedCreatedByTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewEvent"]["imported"]["createdByType"]> = ["User", "Application", "ManagedIdentity", "Key"];
export const operatorEventAudienceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorEvent"]["audience"]> = ["everyone", "footprint", "subscriptions"];
export const audienceKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Audience"]["kind"]> = ["everyone", "footprint", "subscriptions"];
export const quotaDecisionDecisionValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaDecision"]["decision"]> = ["approve", "deny"];
