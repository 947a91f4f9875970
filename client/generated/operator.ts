export interface paths {
    "/operator/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        /** Create a subscription for an organization */
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
        /** Get a subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename a subscription */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a subscription: remove its roles, footprint and notifications
         * @description Nobody can read or change anything in the subscription afterwards, and nobody can be granted a role on it. Its id stays in use, and its quota and the audit trail are kept. This cannot be undone. If the subscription is already retired, nothing changes.
         */
        post: operations["retireSubscription"];
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
        /** List the roles on a subscription */
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
        /** Grant an account, a service account, an organization or a group a role on a subscription */
        put: operations["setSubscriptionRole"];
        post?: never;
        /** Remove a role on a subscription */
        delete: operations["removeSubscriptionRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who has access to a subscription, and through what */
        get: operations["listSubscriptionAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the subscriptions that an account has access to, and through what */
        get: operations["listAccountSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** List changes, sign-ins and rejected attempts, newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a new installation needs, and whether it is done
         * @description Leaves out `mail` if the installation sends no e-mail, `issuer` if there is no trusted issuer, and `second-operator` if a trusted issuer decides who is an operator.
         */
        get: operations["listFirstSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/test-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test e-mail to yourself */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all accounts */
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
        /** Get an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Disable or enable an account, grant or remove the operator role, or change the e-mail address */
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
        /** Sign an account out everywhere */
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
        /** Sign an account out everywhere, revoke its tokens and create a link to set a new password */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the personal data of a disabled account
         * @description Removes the name, display name, e-mail address, identities, password, second factors and IP addresses, including from the audit trail. The name and the e-mail address become available to others. Ids remain, with the apps, memberships and recorded changes of the account. This cannot be undone. If the account is already erased, nothing changes.
         */
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/second-factors/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all second factors of an account, and sign it out everywhere
         * @description Passkeys, the authenticator app and recovery codes are removed. The account signs in with its password or its issuer, and sets up a second factor at the next sign-in if it needs one. The account is notified by e-mail if e-mail is set up.
         */
        post: operations["resetSecondFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/accounts/{account_id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identities of an account at trusted issuers */
        get: operations["listIdentities"];
        put?: never;
        /** Connect an identity at a trusted issuer with an account */
        post: operations["linkIdentity"];
        /** Disconnect an identity at a trusted issuer from an account, and sign the account out everywhere */
        delete: operations["unlinkIdentity"];
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
        /** List the OAuth clients that operators registered */
        get: operations["listClients"];
        put?: never;
        /** Register an OAuth client, or a service account with client-credentials */
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
        /** Get an OAuth client */
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
        /** Create a new secret and revoke all others with their tokens immediately */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{client_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new secret; the previous one works until you delete it */
        post: operations["addClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/clients/{client_id}/secrets/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the previous secret; access tokens of a client that is not an operator stay valid until they expire */
        delete: operations["deletePreviousClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the registered groups of trusted issuers */
        get: operations["listGroups"];
        put?: never;
        /** Register a group of a trusted issuer, so that it can have roles */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/groups/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a group, with its roles and the roles that people have only through it */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/groups/{group_id}/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the roles that a group has in organizations */
        get: operations["listGroupOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/groups/{group_id}/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Give everybody in a group a role in an organization */
        put: operations["setGroupOrganizationRole"];
        post?: never;
        /** Remove the role of a group in an organization from everybody who has it only so */
        delete: operations["removeGroupOrganizationRole"];
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
        /** List the API tokens that an account created: its own, and those of apps and organizations, without their values */
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
        /** List the API tokens of an organization and of its apps, without their values */
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
        /** List the API tokens of an app, without their values */
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
        /** List all organizations */
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
        /** Release a name that is reserved for its previous owner */
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
        /** List all events, by tracking id */
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
        /** Get an event with all its data */
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
        /** List the revisions of an event, oldest first */
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
        /** Post an update for some or all regions */
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
        /** Resolve an event in some or all regions */
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
        /** Reopen a resolved event */
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
        /** Mark an event as a false positive */
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
        /** Change the audience of an event */
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
        /** Add or remove the impacted resources of an event */
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
        /** Preview which subscriptions an event would reach */
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
        /** Get the services and regions that a subscription uses */
        get: operations["getFootprint"];
        /** Replace the footprint of a subscription */
        put: operations["setFootprint"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Add to the footprint of a subscription, or remove from it */
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
    "/operator/v1/subscriptions/{subscription_id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set or remove the states of resources of a subscription */
        patch: operations["changeAvailability"];
        trace?: never;
    };
    "/operator/v1/quota/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the providers in the quota catalogue */
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
        /** Get the resources and locations of a provider */
        get: operations["getQuotaProvider"];
        /** Add or replace a provider with its resources and locations */
        put: operations["setQuotaProvider"];
        post?: never;
        /** Remove a provider from the catalogue */
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
        /** Set the endpoint that is called when a limit is granted */
        put: operations["setQuotaEndpoint"];
        post?: never;
        /** Remove the endpoint of a provider */
        delete: operations["deleteQuotaEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/providers/{provider}/endpoint/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new secret; calls are signed with the previous one too until you delete it */
        post: operations["addQuotaEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/quota/providers/{provider}/endpoint/secrets/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the previous secret; calls are signed with the new one alone */
        delete: operations["deletePreviousQuotaEndpointSecret"];
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
        /** List the usage of a subscription and its limits that differ from the default */
        get: operations["getSubscriptionQuota"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Report the usage of a subscription, or set its limits */
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
        /** List the sub-requests that are waiting for a decision, oldest first */
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
        /** List the sub-requests that failed after their last attempt, latest first */
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
        /** Approve, partly approve or deny a sub-request, with a reason for the requester */
        post: operations["decideQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/quota/requests/{request_id}/{sub_request_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a failed sub-request as a new request */
        post: operations["retryQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/subscriptions/{subscription_id}/quota/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the quota requests of a subscription from the past year, latest first */
        get: operations["listSubscriptionQuotaRequests"];
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
                /**
                 * Format: uri
                 * @description With `SecondFactorRequired`: the page where the person confirms the operation with a second factor. It is valid for 10 minutes. `GET {confirm_url}/status` returns `pending`, `confirmed` or `expired`.
                 */
                confirm_url?: string;
                /** @description The code that the page shows. Show it to the person, who compares the two. */
                confirm_code?: string;
            };
        };
        NewSubscription: {
            /** @description Stored in lower case. Default: generated by the server. */
            id?: string;
            /** Format: uuid */
            organization_id: string;
            display_name: string;
        };
        Subscription: {
            id: string;
            /** Format: uuid */
            organization_id: string;
            organization_name: string;
            display_name: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Since then, nobody has a role on it. Null if it is not retired.
             */
            retired_at: string | null;
        };
        SubscriptionChange: {
            display_name: string;
        };
        SubscriptionList: {
            value: components["schemas"]["Subscription"][];
            nextLink?: string;
        };
        SubscriptionMember: {
            /** Format: uuid */
            principal_id: string;
            /** @enum {string} */
            kind: "account" | "service" | "organization" | "group";
            /** @description Of the account, organization or group; the id of the client. */
            name: string;
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
            /** @description Whether the role of an organization is also that of its collaborators. Default: false. */
            includes_collaborators?: boolean;
            /** @description The number of accounts that have this role through the organization or group. */
            members?: number;
            /** Format: date-time */
            granted_at: string;
        };
        SubscriptionMemberList: {
            value: components["schemas"]["SubscriptionMember"][];
            nextLink?: string;
        };
        SubscriptionRole: {
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
            /** @description Whether the role of an organization is also that of its collaborators. Default: false. */
            includes_collaborators?: boolean;
        };
        AccessPath: {
            /** @enum {string} */
            kind: "account" | "service" | "organization" | "group";
            /** Format: uuid */
            principal_id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
            /**
             * Format: date-time
             * @description When access through a group ends, unless the person signs in again.
             */
            ends_at?: string;
        };
        AccountSubscription: {
            subscription_id: string;
            display_name: string;
            /**
             * @description The highest of the roles.
             * @enum {string}
             */
            role: "owner" | "contributor" | "reader";
            /** @description What gives the role, the highest first; at most 20. */
            through: components["schemas"]["AccessPath"][];
        };
        AccountSubscriptionList: {
            value: components["schemas"]["AccountSubscription"][];
            nextLink?: string;
        };
        SubscriptionAccess: {
            /** Format: uuid */
            principal_id: string;
            /** @enum {string} */
            kind: "account" | "service";
            name: string;
            display_name: string;
            email?: string;
            /**
             * @description The highest of the roles.
             * @enum {string}
             */
            role: "owner" | "contributor" | "reader";
            /** @description What gives the role, the highest first; at most 20. */
            through: components["schemas"]["AccessPath"][];
        };
        SubscriptionAccessList: {
            value: components["schemas"]["SubscriptionAccess"][];
            nextLink?: string;
        };
        AuditList: {
            value: components["schemas"]["AuditRecord"][];
            nextLink?: string;
        };
        AuditRecord: {
            /** Format: uuid */
            id: string;
            /** @description The owner, account or subscription that the entry belongs to. */
            scope_id: string;
            /** Format: date-time */
            at: string;
            /** @description `anonymous` for actions without a sign-in: sign-in attempts, whose number in the minute that starts at `at` is `after.count`, and requests for a password link. */
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
        FirstStep: {
            /**
             * @description `second-operator`: another operator can sign in and has a second factor. `mail`: an e-mail was accepted by the SMTP server. `issuer`: somebody signed in through a trusted issuer. `organization` and `subscription`: there is one. `services`: a catalogue or a footprint is loaded. `access`: an account that is no operator has a role on a subscription. `drill`: a drill was published.
             * @enum {string}
             */
            step: "second-operator" | "mail" | "issuer" | "organization" | "subscription" | "services" | "access" | "drill";
            is_done: boolean;
        };
        FirstStepList: {
            value: components["schemas"]["FirstStep"][];
        };
        TestMail: {
            /** @description The address of the recipient. */
            email: string;
        };
        AccountChange: {
            /** @description true permanently ends sessions, access tokens, password links and API tokens when the call returns. false allows the account to sign in again. */
            disabled?: boolean;
            /**
             * @description Only with "disabled": true. own revokes its user tokens. all, the default, also revokes the app and organization tokens that it created.
             * @enum {string}
             */
            revoke_tokens?: "own" | "all";
            /** @description false, like "disabled": true, also invalidates the password links that the account created for others, and removes the operator role from service accounts whose secret was shown to it. An operator that loses the role is also signed out everywhere, and its sign-in links become invalid. */
            is_operator?: boolean;
            /** @description The new e-mail address. The old address becomes available to other accounts. */
            email?: string;
        };
        AccountList: {
            value: components["schemas"]["Account"][];
            nextLink?: string;
        };
        AccountReset: {
            /**
             * @description own, the default, revokes its user tokens. all also revokes the app and organization tokens that it created.
             * @enum {string}
             */
            revoke_tokens?: "own" | "all";
        };
        AccountWithLink: {
            account: components["schemas"]["Account"];
            /** @description The link to set a password. It works once, within 24 hours. This is the only time it is shown. */
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
            /**
             * Format: date-time
             * @description When the personal data of the account was removed.
             */
            erased_at: string | null;
            /** @description The number of API tokens that the account created and that are not revoked. */
            token_count: number;
            /** Format: date-time */
            created_at: string;
            /** @description The number of API tokens that this request revoked. */
            tokens_ended: number;
            /** @description The number of API tokens that the account created and that are still valid, including app and organization tokens. */
            tokens_left: number;
            /** @description The number of unused password links that the account created for others and that are now invalid. Create new links for these accounts. */
            links_ended: number;
            /** @description Service accounts that are no longer operators, because their secret was shown to this account. Create a new secret, then make them operators again. */
            clients_demoted: number;
            /** @description The number of accounts that were signed out because this account had connected an identity with them, which is now disconnected. */
            identities_ended: number;
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
            /**
             * Format: date-time
             * @description When the personal data of the account was removed.
             */
            erased_at: string | null;
            /** @description The number of API tokens that the account created and that are not revoked. */
            token_count: number;
            /** Format: date-time */
            created_at: string;
        };
        ResetAccount: {
            account: components["schemas"]["Account"];
            /** @description The link to set a password. It works once, within 24 hours. This is the only time it is shown. */
            password_link: string | null;
            /** @description The number of API tokens that this request revoked. */
            tokens_ended: number;
            /** @description The number of API tokens that the account created and that are still valid, including app and organization tokens. */
            tokens_left: number;
            /** @description The number of unused password links that the account created for others and that are now invalid. Create new links for these accounts. */
            links_ended: number;
            /** @description Service accounts that are no longer operators, because their secret was shown to this account. Create a new secret, then make them operators again. */
            clients_demoted: number;
            /** @description The number of accounts that were signed out because this account had connected an identity with them, which is now disconnected. */
            identities_ended: number;
        };
        Identity: {
            /** @description The issuer, exactly as in `TRUSTED_ISSUERS`. */
            issuer: string;
            /** @description The id of the person at the issuer: the claim `sub`, or the `personClaim`. */
            subject: string;
        };
        IdentityList: {
            value: components["schemas"]["Identity"][];
        };
        Client: {
            id: string;
            /**
             * Format: uuid
             * @description The id to which roles on subscriptions are granted, if the client is a service account.
             */
            principal_id: string;
            display_name: string;
            flows: ("implicit" | "code" | "client-credentials")[];
            /** @description Compared exactly, character by character. */
            redirect_uris: string[];
            /**
             * Format: uuid
             * @description The account to which the current secret was shown.
             */
            secret_shown_to: string | null;
            /** @description Whether the previous secret is also valid. */
            has_previous_secret: boolean;
            /**
             * Format: uuid
             * @description The account to which the previous secret was shown.
             */
            previous_secret_shown_to: string | null;
            /** @description Whether the client can use the operator API as a service account. */
            is_operator: boolean;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ClientChange: {
            display_name?: string;
            /** @description Compared exactly, character by character. */
            redirect_uris?: string[];
            /** @description Takes effect with the next request on every node. */
            disabled?: boolean;
            /** @description For service accounts only, which are clients with client-credentials. */
            is_operator?: boolean;
        };
        ClientList: {
            value: components["schemas"]["Client"][];
        };
        ClientWithSecret: {
            client: components["schemas"]["Client"];
            /** @description This is the only time the secret is shown. The server does not store it. */
            client_secret: string | null;
        };
        NewClient: {
            id: string;
            display_name: string;
            flows: ("implicit" | "code" | "client-credentials")[];
            /** @description Compared exactly, character by character. */
            redirect_uris?: string[];
        };
        /** @description Send name, display_name or both. The server derives the missing one. */
        NewOrganization: {
            display_name?: string;
            /** @description 1 to 100 letters, digits, hyphens, underscores or dots. Must not start with a hyphen. */
            name?: string;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            /** @description The name in URLs, unique among users and organizations. */
            name: string;
            display_name: string;
            /** @description Always null. */
            avatar_url: string | null;
            /** @enum {string} */
            origin: "appcenter" | "hockeyapp";
            /** @description Whether members need a second factor to sign in. */
            requires_second_factor: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrganizationChange: {
            display_name?: string;
            /** @description 1 to 100 letters, digits, hyphens, underscores or dots. Must not start with a hyphen. */
            name?: string;
            /** @description If true, members need a second factor. A member without one sets it up at the next sign-in. */
            requires_second_factor?: boolean;
        };
        OrganizationSubscription: {
            id: string;
            display_name: string;
            /** @enum {string} */
            role: "owner" | "contributor" | "reader";
            /** @description Whether collaborators of the organization have the role too. */
            includes_collaborators: boolean;
        };
        Organizations: {
            organizations: components["schemas"]["Organization"][];
        };
        OperatorToken: {
            /** Format: uuid */
            id: string;
            /** @description The name of the token, as entered when it was created. */
            description: string;
            /** @description `all` is Full access, `viewer` is Read-only. */
            scope: ("all" | "viewer")[];
            /**
             * @description `org` is specific to Binnacle and not in the published API.
             * @enum {string}
             */
            kind: "user" | "app" | "org";
            /** @description The first 30 of the 75 characters of the value, which identify the token; only the last four of them are random. Specific to Binnacle, and absent for tokens created before 0.2. */
            value_start?: string;
            /** Format: date-time */
            created_at: string;
            /** @description The name of the user who created the token. */
            created_by: string;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to the minute. Updated with a short delay.
             */
            last_used_at: string | null;
            /** @description The IP address from which the token was used in the minute of `last_used_at`; if there were several, the first that a node recorded. Specific to Binnacle. */
            last_used_from: string | null;
            /** @description Whether the token is valid for longer than the limit for new tokens. It stays valid until it expires or is revoked. Specific to Binnacle. */
            exceeds_limit: boolean;
            /** Format: uuid */
            created_by_id: string;
            /**
             * Format: uuid
             * @description The account of a user token, the owner of the app, or the organization.
             */
            owner_id: string;
            /** Format: uuid */
            app_id: string | null;
        };
        OperatorTokenList: {
            value: components["schemas"]["OperatorToken"][];
            nextLink?: string;
        };
        Group: {
            /** Format: uuid */
            id: string;
            issuer: string;
            value: string;
            display_name: string;
            /** @description The number of accounts that were in the group when they last signed in, not longer than a session ago. */
            members: number;
        };
        GroupList: {
            value: components["schemas"]["Group"][];
            nextLink?: string;
        };
        GroupOrganization: {
            /** Format: uuid */
            organization_id: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "collaborator" | "member";
        };
        GroupOrganizationList: {
            value: components["schemas"]["GroupOrganization"][];
            nextLink?: string;
        };
        GroupOrganizationRole: {
            /** @enum {string} */
            role: "admin" | "collaborator" | "member";
        };
        NewGroup: {
            /** @description An issuer with `signIn`, exactly as in `TRUSTED_ISSUERS`. */
            issuer: string;
            /** @description What the issuer sends in the claim with the groups. */
            value: string;
            /** @description Default: the value. */
            display_name?: string;
        };
        OrganizationList: {
            value: components["schemas"]["Organization"][];
            nextLink?: string;
        };
        NewOrganizationFor: {
            name: string;
            display_name?: string;
            /**
             * Format: uuid
             * @description The account that becomes its admin.
             */
            admin_id: string;
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
        AvailabilityChange: {
            /** @description Each becomes the current state of its resource. Up to 100 earlier states are stored. */
            set?: components["schemas"]["NewAvailability"][];
            /** @description Deletes all states of these resources. */
            remove?: string[];
        };
        NewAvailability: {
            /** @description The id of a resource of a resource group, or of a child resource. */
            resourceId: string;
            /** @enum {string} */
            availabilityState: "Available" | "Unavailable" | "Degraded" | "Unknown";
            title?: string;
            summary?: string;
            reasonType?: string;
            location?: string;
        };
        Audience: {
            /**
             * @description `footprint`: every subscription that uses one of the services in one of the regions of the impact.
             * @enum {string}
             */
            kind: "everyone" | "footprint" | "subscriptions";
            /** @description Required for the kind `subscriptions`, and not allowed for other kinds. */
            subscriptions?: string[];
        };
        EventPropertiesInput: {
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
            /** Format: date-time */
            impactStartTime?: string;
            /** Format: date-time */
            impactMitigationTime?: string;
        };
        EventReopening: {
            /** @description The text of the update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions that the update is about. Default: all of them. */
            where?: {
                impactedService: string;
                impactedRegion?: string;
            }[];
        };
        EventResolution: {
            /** @description The text of the update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions that the update is about. Default: all of them. */
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
            /** @description The text of the update. */
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
            /** @description The text of the update. */
            summary?: string;
            eventTags?: string[];
            /** @description The services and regions that the update is about. Default: all of them. */
            where?: {
                impactedService: string;
                impactedRegion?: string;
            }[];
            impact?: components["schemas"]["NewImpact"][];
            properties?: components["schemas"]["EventPropertiesInput"];
            /** @description Registers services and regions that no event, footprint or catalogue contains yet. Without it, unknown names are rejected, unless no name is registered at all. */
            allowUnknownNames?: boolean;
        };
        FalsePositive: {
            /** @description The text of the update. */
            summary?: string;
        };
        NewEvent: {
            /** @description Stored in upper case. Default: generated by the server. */
            trackingId?: string;
            audience: components["schemas"]["Audience"];
            /** @enum {string} */
            eventType: "ServiceIssue" | "PlannedMaintenance" | "HealthAdvisory" | "RCA" | "EmergingIssues" | "SecurityAdvisory" | "Billing";
            isEventSensitive?: boolean;
            /** @description Whether the event is an exercise. Its title is then marked, it does not count as impact, and it is sent only to notifications that include drills. The audience must be of the kind `subscriptions`. Cannot be changed later. Specific to Binnacle. */
            isDrill?: boolean;
            impact?: components["schemas"]["NewImpact"][];
            eventTags?: string[];
            properties?: components["schemas"]["EventPropertiesInput"];
            /** @description Registers services and regions that no event, footprint or catalogue contains yet. Without it, unknown names are rejected, unless no name is registered at all. */
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
             * @description Default: derived from the name.
             */
            impactedServiceGuid?: string;
            /** @description Default: all regions. */
            impactedRegions?: string[];
        };
        OperatorEvent: {
            trackingId: string;
            /** @enum {string} */
            audience: "everyone" | "footprint" | "subscriptions";
            /** @description The number of revisions of the event. */
            revisions: number;
            registered?: components["schemas"]["RegisteredNames"];
            event: components["schemas"]["Event"];
        };
        OperatorEventList: {
            value: components["schemas"]["OperatorEvent"][];
            nextLink?: string;
        };
        Footprint: {
            value: components["schemas"]["FootprintPlace"][];
        };
        FootprintChange: {
            add?: components["schemas"]["FootprintPlace"][];
            remove?: components["schemas"]["FootprintPlace"][];
        };
        FootprintLoad: {
            /** @description Each footprint replaces the previous footprint of its subscription. */
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
            /** @description The number of subscriptions that the event would reach. At most 10,000. */
            subscriptions: number;
            /** @description Whether there are more subscriptions than count. */
            orMore: boolean;
            /** @description The number as a phrase. */
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
            /** @description A resource with the same name is replaced. */
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
            /** @description The URL that is called when a limit is granted. */
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
            /** @description Default: `Count`. */
            unit?: string;
            resourceType?: string;
            quotaPeriod?: string;
            defaultLimit: number;
            /** @description How far above the default limit a rule can grant a request without an operator. Default: 0. */
            headroom?: number;
            /** @description The highest limit that any subscription can have. */
            maximum?: number;
        };
        NewProviderEndpoint: {
            url: string;
        };
        ProviderEndpoint: {
            url: string;
            /** @description Signs the calls (Standard Webhooks). This is the only time it is shown. */
            secret: string;
        };
        QuotaDecision: {
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description The reason, which is shown to the requester. */
            reason: string;
            /** @description For an approval: a limit below the requested one. */
            limit?: number;
            /** @description For a denial: the error code of the request. Default: `QuotaNotAvailableForResource`. */
            code?: string;
        };
        GivenUpSubRequest: {
            subscriptionId: string;
            requestId: string;
            subRequestId: string;
            provider: string;
            location: string;
            resource: string;
            displayName: string;
            unit: string;
            requestedLimit: number;
            requestedBy: string;
            tries: number;
            lastError?: string;
            code: string;
            /** Format: date-time */
            gaveUpAt: string;
            /** @description The limit that was granted, if it was granted. */
            grantedLimit?: number;
            /** @description The request that retried it. */
            retriedAs?: string;
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
            displayName: string;
            unit: string;
            requestedLimit: number;
            requestedBy: string;
            currentLimit?: number;
            currentValue: number;
            /** @description The default limit plus the headroom in the catalogue. Absent if the resource is not in the catalogue. */
            headroomLimit?: number;
            /** @description The maximum limit in the catalogue, if there is one. */
            maximum?: number;
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
            /** @description Null restores the default of the catalogue. If absent, the limit does not change. */
            limit?: number | null;
            currentValue?: number;
        };
        SubscriptionQuotaChange: {
            value: components["schemas"]["SubscriptionQuota"][];
        };
        SubscriptionQuotaList: {
            value: components["schemas"]["SubscriptionQuota"][];
        };
        RetriedSubRequest: {
            /** @description The new request. */
            requestId: string;
            /** @description The only sub-request of the new request. */
            subRequestId: string;
        };
        /** @enum {string} */
        QuotaRequestState: "Accepted" | "Invalid" | "Succeeded" | "Failed" | "InProgress";
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description Text to find in the id or display name. */
                search?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
    updateSubscription: {
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
                "application/json": components["schemas"]["SubscriptionChange"];
            };
        };
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
    retireSubscription: {
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
    listSubscriptionRoles: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionMemberList"];
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
    listSubscriptionAccess: {
        parameters: {
            query?: {
                /** @description Text to find in the name, display name or e-mail address. */
                search?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts and clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionAccessList"];
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
    listAccountSubscriptions: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSubscriptionList"];
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
    listAudit: {
        parameters: {
            query?: {
                scope?: string;
                actor?: string;
                /** @description A whole action, or a prefix that ends with a dot, such as `token.` */
                action?: string;
                from?: string;
                to?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
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
    listFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstStepList"];
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
    sendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail will be sent at once. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMail"];
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
    listAccounts: {
        parameters: {
            query?: {
                /** @description Text to find in the name or e-mail address. */
                search?: string;
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account, and the link to set its first password. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWithLink"];
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
    eraseAccount: {
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
    resetSecondFactors: {
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
    listIdentities: {
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
            /** @description The identities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
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
    linkIdentity: {
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
                "application/json": components["schemas"]["Identity"];
            };
        };
        responses: {
            /** @description The identities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
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
    unlinkIdentity: {
        parameters: {
            query: {
                /** @description The issuer, exactly as in `TRUSTED_ISSUERS`. */
                issuer: string;
                /** @description The id of the person at the issuer: the claim `sub`, or the `personClaim`. */
                subject: string;
            };
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
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
    addClientSecret: {
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
    deletePreviousClientSecret: {
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
    listGroups: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
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
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description The group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
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
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
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
    listGroupOrganizations: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupOrganizationList"];
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
    setGroupOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupOrganizationRole"];
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
    removeGroupOrganizationRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
                organization_id: string;
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
    listAccountTokens: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    listOrganizationTokens: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    listAppTokens: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    listAllOrganizations: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
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
    listAllEvents: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    publishEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
    updateEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
    resolveEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
    reopenEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
    reviewEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
    markFalsePositive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
    setEventAudience: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
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
            /** @description The current event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEvent"];
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
            /** @description The number of subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReach"];
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
    changeAvailability: {
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
                "application/json": components["schemas"]["AvailabilityChange"];
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
            /** @description The endpoint with its secret. This is the only time the secret is shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderEndpoint"];
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
    addQuotaEndpointSecret: {
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
            /** @description The endpoint with its new secret. This is the only time the secret is shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderEndpoint"];
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
    deletePreviousQuotaEndpointSecret: {
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
    listWaitingQuota: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    listGivenUpQuota: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
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
    retryQuota: {
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
        requestBody?: never;
        responses: {
            /** @description The new request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedSubRequest"];
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
    listSubscriptionQuotaRequests: {
        parameters: {
            query?: {
                /** @description The position of the page. Take it from `nextLink`; its format is opaque. */
                $skiptoken?: string;
            };
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
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
}
type FlattenedDeepRequired<T> = {
    [K in keyof T]-?: FlattenedDeepRequired<T[K] extends unknown[] | undefined | null ? Extract<T[K], unknown[]>[number] : T[K]>;
};
type ReadonlyArray<T> = [
    Exclude<T, undefined>
] extends [
    unknown[]
] ? Readonly<Exclude<T, undefined>> : Readonly<Exclude<T, undefined>[]>;
export const subscriptionMemberKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionMember"]["kind"]> = ["account", "service", "organization", "group"];
export const subscriptionMemberRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionMember"]["role"]> = ["owner", "contributor", "reader"];
export const subscriptionRoleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionRole"]["role"]> = ["owner", "contributor", "reader"];
export const accessPathKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccessPath"]["kind"]> = ["account", "service", "organization", "group"];
export const accessPathRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccessPath"]["role"]> = ["owner", "contributor", "reader"];
export const accountSubscriptionRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccountSubscription"]["role"]> = ["owner", "contributor", "reader"];
export const subscriptionAccessKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionAccess"]["kind"]> = ["account", "service"];
export const subscriptionAccessRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["SubscriptionAccess"]["role"]> = ["owner", "contributor", "reader"];
export const firstStepStepValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["FirstStep"]["step"]> = ["second-operator", "mail", "issuer", "organization", "subscription", "services", "access", "drill"];
export const accountChangeRevoke_tokensValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccountChange"]["revoke_tokens"]> = ["own", "all"];
export const accountResetRevoke_tokensValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AccountReset"]["revoke_tokens"]> = ["own", "all"];
export const clientFlowsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Client"]["flows"]> = ["implicit", "code", "client-credentials"];
export const newClientFlowsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewClient"]["flows"]> = ["implicit", "code", "client-credentials"];
export const organizationOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Organization"]["origin"]> = ["appcenter", "hockeyapp"];
export const organizationSubscriptionRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OrganizationSubscription"]["role"]> = ["owner", "contributor", "reader"];
export const operatorTokenScopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorToken"]["scope"]> = ["all", "viewer"];
export const operatorTokenKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorToken"]["kind"]> = ["user", "app", "org"];
export const groupOrganizationRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["GroupOrganization"]["role"]> = ["admin", "collaborator", "member"];
export const groupOrganizationRoleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["GroupOrganizationRole"]["role"]> = ["admin", "collaborator", "member"];
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
export const newAvailabilityAvailabilityStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewAvailability"]["availabilityState"]> = ["Available", "Unavailable", "Degraded", "Unknown"];
export const audienceKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Audience"]["kind"]> = ["everyone", "footprint", "subscriptions"];
export const eventPropertiesInputEventSubTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventPropertiesInput"]["eventSubType"]> = ["Retirement", "ForeignExchangeRateChange", "Underbilling", "Overbilling", "PriceChanges", "TaxChanges", "MeterIDChanges", "UnauthorizedPartyAbuse"];
export const eventPropertiesInputEventSourceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventPropertiesInput"]["eventSource"]> = ["ResourceHealth", "ServiceHealth"];
export const eventPropertiesInputEventLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventPropertiesInput"]["eventLevel"]> = ["Critical", "Error", "Warning", "Informational"];
export const eventPropertiesInputLevelValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventPropertiesInput"]["level"]> = ["Critical", "Warning"];
export const eventReviewStageValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EventReview"]["stage"]> = ["preliminary", "final"];
export const newEventEventTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewEvent"]["eventType"]> = ["ServiceIssue", "PlannedMaintenance", "HealthAdvisory", "RCA", "EmergingIssues", "SecurityAdvisory", "Billing"];
export const newEventImportedCreatedByTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewEvent"]["imported"]["createdByType"]> = ["User", "Application", "ManagedIdentity", "Key"];
export const operatorEventAudienceValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OperatorEvent"]["audience"]> = ["everyone", "footprint", "subscriptions"];
export const quotaDecisionDecisionValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaDecision"]["decision"]> = ["approve", "deny"];
export const quotaRequestStateValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaRequestState"]> = ["Accepted", "Invalid", "Succeeded", "Failed", "InProgress"];
export const quotaRequestStepStepValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["QuotaRequestStep"]["step"]> = ["Submitted", "Examined", "Granted", "Sent", "Ended"];
