export interface paths {
    "/v0.1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your profile */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your profile */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v0.1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators of the installation, who can give you a role on a subscription
         * @description Lists the display names of at most ten operators who can sign in.
         */
        get: operations["listOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/sign_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your sign-in methods */
        get: operations["getUserSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Lists at most 100 browsers in which you are signed in and applications that stay signed in, the most recently used first.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description The access tokens of the session are rejected from the next request on. API tokens stay valid.
         */
        delete: operations["endUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all your sessions, or all except this one
         * @description API tokens stay valid.
         */
        post: operations["endUserSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications that you have allowed to act for you
         * @description Lists at most 100 applications, the newest grant first. The portal is not included.
         */
        get: operations["listUserGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/grants/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw the access of an application to your account
         * @description Revokes the access tokens and refresh tokens of the application for your account. The application must request access again.
         */
        delete: operations["withdrawUserGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps you can access
         * @description An app token lists its own app. An organization token lists the apps of its organization.
         */
        get: operations["listApps"];
        put?: never;
        /** Create an app that you own */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the apps of an organization that you can access */
        get: operations["listOrgApps"];
        put?: never;
        /** Create an app in an organization */
        post: operations["createOrgApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app */
        get: operations["getApp"];
        put?: never;
        post?: never;
        /** Delete an app, with its members, invitations and tokens */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        /**
         * Change an app
         * @description A new name changes the URL of the app immediately. The old URL does not redirect.
         */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/transfer/{destination_owner_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer an app to an organization of which you are an admin
         * @description Revokes the tokens and invitations of the app. `x-binnacle-revoked-tokens` is the number of revoked tokens. The members of the app remain, and become members of the organization.
         */
        post: operations["transferApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/transfer_to_org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization and transfer an app to it
         * @description Revokes the tokens and invitations of the app. `x-binnacle-revoked-tokens` is the number of revoked tokens. The members of the app remain, and become members of the organization.
         */
        post: operations["transferAppToOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations of which you are a member */
        get: operations["listOrgs"];
        put?: never;
        /** Create an organization and become its admin */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/administeredOrgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations of which you are an admin */
        get: operations["listAdministeredOrgs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organization */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        /** Delete an organization, with its apps, members, invitations and tokens */
        delete: operations["deleteOrg"];
        options?: never;
        head?: never;
        /**
         * Change an organization
         * @description A new name changes the URLs of its apps immediately. The old URLs do not redirect.
         */
        patch: operations["updateOrg"];
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscriptions on which you have a role as a member of an organization
         * @description Lists at most 1,000, by display name.
         */
        get: operations["listOrgSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users who have access to an app */
        get: operations["listAppUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/testers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the testers of an app
         * @description Always empty, because Binnacle does not distribute apps to testers.
         */
        get: operations["listTesters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/users/{user_email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user from an app
         * @description App or organization tokens that this person created stay valid, unless you send `revoke_tokens=true`. The header `x-binnacle-tokens-left` is the number of tokens left, `x-binnacle-tokens-left-ids` lists up to 50 of them, and `x-binnacle-revoked-tokens` is the number of revoked tokens.
         */
        delete: operations["removeAppUser"];
        options?: never;
        head?: never;
        /** Change the role of a user on an app */
        patch: operations["updateAppUser"];
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of an organization */
        get: operations["listOrgUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/users/{user_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a member of an organization */
        get: operations["getOrgUser"];
        put?: never;
        post?: never;
        /**
         * Remove a member from an organization and from all its apps
         * @description App or organization tokens that this person created stay valid, unless you send `revoke_tokens=true`. The header `x-binnacle-tokens-left` is the number of tokens left, `x-binnacle-tokens-left-ids` lists up to 50 of them, and `x-binnacle-revoked-tokens` is the number of revoked tokens.
         */
        delete: operations["removeOrgUser"];
        options?: never;
        head?: never;
        /** Change the role of a member of an organization */
        patch: operations["updateOrgUser"];
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/users/{user_name}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps of an organization that a member can access
         * @description `member_permissions` are the permissions of that member.
         */
        get: operations["listAppsOfOrgUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pending invitations to an app */
        get: operations["listAppInvitations"];
        put?: never;
        /**
         * Invite a person to an app as a developer
         * @description The response header `x-binnacle-mail` is `queued` if an e-mail with a link is sent to the invited person. It is `not-sent` if the installation does not send e-mail, or if the person or the sender has reached the daily limit. In both cases, the invited person can find the invitation at /v0.1/user/invitations.
         */
        post: operations["inviteToApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/invitations/{user_email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person to an app, or renew their invitation
         * @description The response header `x-binnacle-mail` is `queued` if an e-mail with a link is sent to the invited person. It is `not-sent` if the installation does not send e-mail, or if the person or the sender has reached the daily limit. In both cases, the invited person can find the invitation at /v0.1/user/invitations.
         */
        post: operations["inviteToAppByEmail"];
        /** Revoke an invitation to an app */
        delete: operations["revokeAppInvitation"];
        options?: never;
        head?: never;
        /** Change the role in an invitation to an app */
        patch: operations["updateAppInvitation"];
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pending invitations to an organization */
        get: operations["listOrgInvitations"];
        put?: never;
        /**
         * Invite a person to an organization, with the role collaborator by default
         * @description The response header `x-binnacle-mail` is `queued` if an e-mail with a link is sent to the invited person. It is `not-sent` if the installation does not send e-mail, or if the person or the sender has reached the daily limit. In both cases, the invited person can find the invitation at /v0.1/user/invitations.
         */
        post: operations["inviteToOrg"];
        /** Revoke the organization invitation that the body specifies */
        delete: operations["revokeOrgInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/invitations/{user_email}": {
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
        /** Change the role in an invitation to an organization */
        patch: operations["updateOrgInvitation"];
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/invitations/{user_email}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a pending invitation and invalidate the previous one
         * @description The response header `x-binnacle-mail` is `queued` if an e-mail with a link is sent to the invited person. It is `not-sent` if the installation does not send e-mail, or if the person or the sender has reached the daily limit. In both cases, the invited person can find the invitation at /v0.1/user/invitations.
         */
        post: operations["resendOrgInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/invitations/{user_email}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke an invitation to an organization */
        post: operations["revokeOrgInvitationByEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/invitations/{user_email}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to a pending app invitation that you can pass on
         * @description Anyone with the link can accept the invitation once, with an existing account or by signing in through a trusted issuer. It does not create an account with a password. A second request invalidates the previous copied link, but not the link in the e-mail. Changing the role in the invitation invalidates the copied link; renewing, revoking or accepting the invitation invalidates both.
         */
        post: operations["copyAppInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/invitations/{user_email}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to a pending organization invitation that you can pass on
         * @description Anyone with the link can accept the invitation once, with an existing account or by signing in through a trusted issuer. It does not create an account with a password. A second request invalidates the previous copied link, but not the link in the e-mail. Changing the role in the invitation invalidates the copied link; renewing, revoking or accepting the invitation invalidates both.
         */
        post: operations["copyOrgInvitationLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations you received */
        get: operations["listReceivedInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/invitations/apps/{invitation_token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation to an app */
        post: operations["acceptAppInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/invitations/apps/{invitation_token}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an invitation to an app */
        post: operations["rejectAppInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/invitations/orgs/{invitation_token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation to an organization */
        post: operations["acceptOrgInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/user/invitations/orgs/{invitation_token}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject an invitation to an organization */
        post: operations["rejectOrgInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/invitations/sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pending invitations you sent to apps and organizations that you can still access */
        get: operations["listSentInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/api_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API tokens of your account, without their values */
        get: operations["listUserApiTokens"];
        put?: never;
        /**
         * Create an API token for your account
         * @description The response contains the token value. This is the only time it is shown; the server does not store it.
         */
        post: operations["createUserApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/api_tokens/{api_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token of your account
         * @description When this call returns, no node accepts the token. Revoke a token immediately if it may have leaked. `current` is the token that this request uses. Every token can revoke itself.
         */
        delete: operations["revokeUserApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/api_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API tokens of an app, without their values */
        get: operations["listAppApiTokens"];
        put?: never;
        /**
         * Create an API token for an app
         * @description The response contains the token value. This is the only time it is shown; the server does not store it.
         */
        post: operations["createAppApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/apps/{owner_name}/{app_name}/api_tokens/{api_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token of an app
         * @description When this call returns, no node accepts the token. Revoke a token immediately if it may have leaked. `current` is the token that this request uses. Every token can revoke itself.
         */
        delete: operations["revokeAppApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/api_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API tokens of an organization, without their values */
        get: operations["listOrgApiTokens"];
        put?: never;
        /**
         * Create an API token for an organization
         * @description The response contains the token value. This is the only time it is shown; the server does not store it.
         */
        post: operations["createOrgApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/api_tokens/{api_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token of an organization
         * @description When this call returns, no node accepts the token. Revoke a token immediately if it may have leaked. `current` is the token that this request uses. Every token can revoke itself.
         */
        delete: operations["revokeOrgApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v0.1/orgs/{org_name}/token_life": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the maximum and default lifetime of new API tokens of an organization and its apps */
        get: operations["getOrgTokenLife"];
        /**
         * Set the maximum and default lifetime of new API tokens of an organization and its apps
         * @description Existing tokens do not change. In token lists, `exceeds_limit` marks those that are valid for longer than the limit.
         */
        put: operations["setOrgTokenLife"];
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
        /**
         * @example {
         *       "message": "A valid authentication token is missing. Send an API token in the X-API-Token header. Correlation ID: 7b4afec7-b905-475c-9a20-aadc803cef99",
         *       "statusCode": 401,
         *       "code": "Unauthorized"
         *     }
         */
        AccessError: {
            /** @description What happened and what to do next, followed by the correlation id. */
            message: string;
            /** @description The HTTP status code. */
            statusCode: number;
            code: string;
            /**
             * Format: uri
             * @description With `SecondFactorRequired`: the page where the person confirms the operation with a second factor. It is valid for 10 minutes. `GET {confirm_url}/status` returns `pending`, `confirmed` or `expired`.
             */
            confirm_url?: string;
            /** @description The code that the page shows. Show it to the person, who compares the two. */
            confirm_code?: string;
        };
        OperationError: {
            error: {
                code: string;
                /** @description What happened and what to do next, followed by the correlation id. */
                message: string;
            };
        };
        UserChange: {
            display_name: string;
        };
        UserProfile: {
            /** Format: uuid */
            id: string;
            /** @description The name in URLs, unique among users and organizations. */
            name: string;
            display_name: string;
            /** Format: email */
            email: string;
            /** @description Always null. */
            avatar_url: string | null;
            /** @description Whether you have a password at the bundled sign-in. Always false for other users. */
            can_change_password: boolean;
            /**
             * @description The origin of the account, as published clients expect it.
             * @enum {string}
             */
            origin: "appcenter" | "hockeyapp" | "codepush";
            /** Format: date-time */
            created_at: string;
            /** @description Whether you can call the operator API. Only in your own profile, when you are signed in. */
            is_operator?: boolean;
        };
        EndedSessions: {
            /**
             * @description others: all sessions except the one of this request. all: all sessions, and all access tokens that were issued before.
             * @enum {string}
             */
            which: "others" | "all";
        };
        UserClient: {
            id: string;
            name: string;
        };
        UserGrant: {
            client: components["schemas"]["UserClient"];
            /** @description The scopes that you granted to the application. */
            scopes: string[];
            /**
             * Format: date-time
             * @description Since when.
             */
            granted_at: string;
        };
        UserSession: {
            /** Format: uuid */
            id: string;
            /**
             * @description browser: a sign-in with a browser. client: an application, such as the command line, that stays signed in without a browser.
             * @enum {string}
             */
            kind: "browser" | "client";
            /** @description The applications that are signed in there. */
            clients: components["schemas"]["UserClient"][];
            /**
             * Format: date-time
             * @description The time of the sign-in.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description The last sign-in, or the last time an application renewed its access token, about once an hour.
             */
            last_used_at: string | null;
            /** @description The IP address of the last use. */
            last_used_from: string | null;
            /** @description The browser or program of the last use, such as Chromium on Linux. */
            browser: string | null;
            /** @description Whether this request was made in this session. */
            is_current: boolean;
        };
        UserSignIn: {
            /**
             * Format: date-time
             * @description When your password was set. null if you have no password in Binnacle.
             */
            password_set_at: string | null;
            /**
             * Format: uri
             * @description The page where you can change your password.
             */
            change_password_url: string | null;
            /** @description The trusted issuers at which you can sign in. */
            issuers: {
                issuer: string;
                name: string;
            }[];
        };
        App: {
            /** Format: uuid */
            id: string;
            /** @description The name in URLs, unique for the owner. */
            name: string;
            display_name: string;
            description: string | null;
            /** @enum {string} */
            os: "Android" | "iOS" | "macOS" | "Tizen" | "tvOS" | "Windows" | "Linux" | "Custom";
            /** @enum {string} */
            platform: "Java" | "Objective-C-Swift" | "UWP" | "Cordova" | "React-Native" | "Xamarin" | "Unity" | "Electron" | "WPF" | "WinForms" | "Custom" | "Unknown";
            release_type: string | null;
            owner: components["schemas"]["Owner"];
            /** @description Identifies the app to SDKs. It is not a credential of this API. */
            app_secret: string;
            icon_url: string | null;
            icon_source: string | null;
            /** @enum {string} */
            origin: "appcenter" | "hockeyapp" | "codepush";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Your permissions on the app. */
            member_permissions: ("manager" | "developer" | "viewer")[];
            azure_subscription: null;
        };
        AppChange: {
            display_name?: string;
            /** @description 1 to 100 letters, digits, hyphens, underscores or dots. Must not start with a hyphen. */
            name?: string;
            description?: string | null;
            release_type?: string | null;
            icon_url?: string | null;
        };
        NewApp: {
            display_name: string;
            /** @enum {string} */
            os: "Android" | "iOS" | "macOS" | "Tizen" | "tvOS" | "Windows" | "Linux" | "Custom";
            /** @enum {string} */
            platform: "Java" | "Objective-C-Swift" | "UWP" | "Cordova" | "React-Native" | "Xamarin" | "Unity" | "Electron" | "WPF" | "WinForms" | "Custom";
            /** @description Default: derived from display_name. */
            name?: string;
            description?: string | null;
            release_type?: string | null;
        };
        Owner: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            /** @enum {string} */
            type: "org" | "user";
            /** @description Present for a user only. */
            email: string | null;
            /** @description Always null. */
            avatar_url: string | null;
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
        AppUser: {
            /** Format: uuid */
            id: string;
            /** @description The name in URLs, unique among users and organizations. */
            name: string;
            display_name: string;
            /** Format: email */
            email: string;
            /** @description Always null. */
            avatar_url: string | null;
            /** @description Whether you have a password at the bundled sign-in. Always false for other users. */
            can_change_password: boolean;
            /**
             * @description The origin of the account, as published clients expect it.
             * @enum {string}
             */
            origin: "appcenter" | "hockeyapp" | "codepush";
            /** Format: date-time */
            created_at: string;
            permissions: ("manager" | "developer" | "viewer")[];
        };
        OrgUser: {
            name: string;
            display_name: string;
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "admin" | "collaborator" | "member";
            /** Format: date-time */
            joined_at: string;
        };
        Permissions: {
            permissions: ("manager" | "developer" | "viewer")[];
        };
        Role: {
            /** @enum {string} */
            role: "admin" | "collaborator" | "member";
        };
        ApiToken: {
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
        };
        CreatedApiToken: {
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
            /**
             * @description The token value. No other response contains it.
             * @example <API_TOKEN>
             */
            api_token: string;
        };
        NewApiToken: {
            /** @description The name of the token. It needs at least one visible character. */
            description: string;
            /** @description The access type: `["all"]` is Full access, `["viewer"]` is Read-only. */
            scope: ("all" | "viewer")[];
            /**
             * Format: date-time
             * @description When the token expires. Default: the default lifetime of the organization or the installation; without one, the token never expires. A time beyond the maximum lifetime is rejected with 400.
             */
            expires_at?: string | null;
        };
        OrganizationTokenLife: {
            /** @description The maximum number of days for which a new API token can be valid. null: the organization has no limit of its own. */
            longest_days: number | null;
            /** @description The number of days for which a new API token is valid if no expiry was requested. null: the organization has no default of its own. */
            default_days: number | null;
            /** @description The stricter of the values here and those of the installation. */
            effective: {
                /** @description The maximum number of days for which a new API token can be valid. */
                longest_days: number | null;
                /** @description The number of days for which a new API token is valid if no expiry was requested. */
                default_days: number | null;
            };
        };
        TokenLifeChange: {
            /** @description The maximum number of days for which a new API token can be valid. If null or omitted, the limit is removed. */
            longest_days?: number | null;
            /** @description The number of days for which a new API token is valid if no expiry was requested. If null or omitted, the default is removed. */
            default_days?: number | null;
        };
        AppInvitation: {
            /** Format: uuid */
            id: string;
            app: components["schemas"]["App"];
            email: string;
            /** @enum {string} */
            invite_type: "developer" | "tester";
            invited_by: components["schemas"]["UserProfile"];
            /** @description Whether an account has this e-mail address. Always false if you and the person share no organization. */
            is_existing_user: boolean;
            permissions: ("manager" | "developer" | "viewer")[];
            app_count: number | null;
            distribution_group: null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        InvitedEmail: {
            user_email: string;
        };
        NewInvitation: {
            user_email: string;
            /**
             * @description The role of the person in the organization. Default: `collaborator`, or `member` for an invitation to an app of an organization. Ignored for an app that belongs to a user.
             * @enum {string}
             */
            role?: "admin" | "collaborator" | "member";
        };
        OrgInvitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "admin" | "collaborator" | "member";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        ReceivedInvitation: {
            /**
             * @description Whether the invitation is to an app or to an organization.
             * @enum {string}
             */
            type: "app" | "org";
            /** @description The token in the URL that accepts or rejects the invitation. */
            token: string;
            owner_name: string;
            app_name: string | null;
            /** @description The display name of the app or organization. */
            display_name: string;
            /** @description Your role on the app after you accept. */
            permissions: ("manager" | "developer" | "viewer")[];
            /** @enum {string|null} */
            role: "admin" | "collaborator" | "member" | null;
            /** @description The name of the user who invited you. */
            invited_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        Resent: {
            /** @enum {string} */
            role?: "admin" | "collaborator" | "member";
        };
        SentInvitation: {
            /** Format: uuid */
            invitation_id: string;
            organization: components["schemas"]["Organization"] | null;
            app: components["schemas"]["App"] | null;
        };
        InvitationLink: {
            /**
             * Format: uri
             * @description The link to pass on. It works once, and this is the only time it is shown. Keep it secret: anyone with the link can accept the invitation.
             */
            url: string;
            /** Format: date-time */
            expires_at: string;
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
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operators. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    getUserSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-in methods. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSignIn"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSession"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    endUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndedSessions"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listUserGrants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The grants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserGrant"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    withdrawUserGrant: {
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description The field to sort by, ascending. Default: time of creation. */
                $orderBy?: "display_name" | "name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApp"];
            };
        };
        responses: {
            /** @description The app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createOrgApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApp"];
            };
        };
        responses: {
            /** @description The app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppChange"];
            };
        };
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    transferApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                destination_owner_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app with its new owner. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    transferAppToOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listAdministeredOrgs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organizations"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    deleteOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
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
                    "application/json": components["schemas"]["OrganizationSubscription"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listAppUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppUser"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listTesters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppUser"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    removeAppUser: {
        parameters: {
            query?: {
                /** @description Also revokes the app or organization tokens that this person created. */
                revoke_tokens?: boolean;
            };
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateAppUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Permissions"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgUser"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    getOrgUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgUser"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    removeOrgUser: {
        parameters: {
            query?: {
                /** @description Also revokes the app or organization tokens that this person created. */
                revoke_tokens?: boolean;
            };
            header?: never;
            path: {
                org_name: string;
                user_name: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateOrgUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Role"];
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgUser"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listAppsOfOrgUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listAppInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppInvitation"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    inviteToApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    inviteToAppByEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeAppInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateAppInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Permissions"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgInvitation"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    inviteToOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeOrgInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitedEmail"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    updateOrgInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Role"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    resendOrgInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. Requests with the same key, path and body within 24 hours take effect once. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                org_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resent"];
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeOrgInvitationByEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_email: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    copyAppInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLink"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    copyOrgInvitationLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
                user_email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationLink"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listReceivedInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvitation"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    acceptAppInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_token: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    rejectAppInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_token: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    acceptOrgInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_token: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    rejectOrgInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_token: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listSentInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInvitation"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listUserApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createUserApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. A request with the same key, path and body within 10 minutes creates a new token and revokes the earlier one. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token, with its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeUserApiToken: {
        parameters: {
            query?: {
                /** @description Also revokes every token that this token created, directly or indirectly. */
                descendants?: boolean;
            };
            header?: never;
            path: {
                api_token_id: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listAppApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createAppApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. A request with the same key, path and body within 10 minutes creates a new token and revokes the earlier one. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                owner_name: string;
                app_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token, with its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeAppApiToken: {
        parameters: {
            query?: {
                /** @description Also revokes every token that this token created, directly or indirectly. */
                descendants?: boolean;
            };
            header?: never;
            path: {
                owner_name: string;
                app_name: string;
                api_token_id: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    listOrgApiTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens that are not revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"][];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    createOrgApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value that you choose for this request, of 1 to 255 visible ASCII characters. A request with the same key, path and body within 10 minutes creates a new token and revokes the earlier one. If the body differs, the response is 409. */
                "idempotency-key"?: string;
                /** @description The id of the request in your logs, of 1 to 64 letters, digits or hyphens. If you do not send Idempotency-Key, this id is used as the key; a request with a different body is then a new request. */
                "x-ms-client-request-id"?: string;
            };
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token, with its value. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    revokeOrgApiToken: {
        parameters: {
            query?: {
                /** @description Also revokes every token that this token created, directly or indirectly. */
                descendants?: boolean;
            };
            header?: never;
            path: {
                org_name: string;
                api_token_id: string;
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
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    getOrgTokenLife: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
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
                    "application/json": components["schemas"]["OrganizationTokenLife"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
                };
            };
        };
    };
    setOrgTokenLife: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenLifeChange"];
            };
        };
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTokenLife"];
                };
            };
            /** @description The token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The token is valid but does not have permission. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description The resource does not exist, or the token does not have access to it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"] | components["schemas"]["OperationError"];
                };
            };
            /** @description A POST, PUT or PATCH request without a body. */
            411: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessError"];
                };
            };
            /** @description Any other error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationError"];
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
export const pathsV01AppsGetParametersQuery$orderByValues: ReadonlyArray<FlattenedDeepRequired<paths>["/v0.1/apps"]["get"]["parameters"]["query"]["$orderBy"]> = ["display_name", "name"];
export const userProfileOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["UserProfile"]["origin"]> = ["appcenter", "hockeyapp", "codepush"];
export const endedSessionsWhichValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["EndedSessions"]["which"]> = ["others", "all"];
export const userSessionKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["UserSession"]["kind"]> = ["browser", "client"];
export const appOsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["App"]["os"]> = ["Android", "iOS", "macOS", "Tizen", "tvOS", "Windows", "Linux", "Custom"];
export const appPlatformValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["App"]["platform"]> = ["Java", "Objective-C-Swift", "UWP", "Cordova", "React-Native", "Xamarin", "Unity", "Electron", "WPF", "WinForms", "Custom", "Unknown"];
export const appOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["App"]["origin"]> = ["appcenter", "hockeyapp", "codepush"];
export const appMember_permissionsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["App"]["member_permissions"]> = ["manager", "developer", "viewer"];
export const newAppOsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewApp"]["os"]> = ["Android", "iOS", "macOS", "Tizen", "tvOS", "Windows", "Linux", "Custom"];
export const newAppPlatformValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewApp"]["platform"]> = ["Java", "Objective-C-Swift", "UWP", "Cordova", "React-Native", "Xamarin", "Unity", "Electron", "WPF", "WinForms", "Custom"];
export const ownerTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Owner"]["type"]> = ["org", "user"];
export const organizationOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Organization"]["origin"]> = ["appcenter", "hockeyapp"];
export const organizationSubscriptionRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OrganizationSubscription"]["role"]> = ["owner", "contributor", "reader"];
export const appUserOriginValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AppUser"]["origin"]> = ["appcenter", "hockeyapp", "codepush"];
export const appUserPermissionsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AppUser"]["permissions"]> = ["manager", "developer", "viewer"];
export const orgUserRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OrgUser"]["role"]> = ["admin", "collaborator", "member"];
export const permissionsPermissionsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Permissions"]["permissions"]> = ["manager", "developer", "viewer"];
export const roleRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Role"]["role"]> = ["admin", "collaborator", "member"];
export const apiTokenScopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ApiToken"]["scope"]> = ["all", "viewer"];
export const apiTokenKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ApiToken"]["kind"]> = ["user", "app", "org"];
export const createdApiTokenScopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["CreatedApiToken"]["scope"]> = ["all", "viewer"];
export const createdApiTokenKindValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["CreatedApiToken"]["kind"]> = ["user", "app", "org"];
export const newApiTokenScopeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewApiToken"]["scope"]> = ["all", "viewer"];
export const appInvitationInvite_typeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AppInvitation"]["invite_type"]> = ["developer", "tester"];
export const appInvitationPermissionsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["AppInvitation"]["permissions"]> = ["manager", "developer", "viewer"];
export const newInvitationRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["NewInvitation"]["role"]> = ["admin", "collaborator", "member"];
export const orgInvitationRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["OrgInvitation"]["role"]> = ["admin", "collaborator", "member"];
export const receivedInvitationTypeValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ReceivedInvitation"]["type"]> = ["app", "org"];
export const receivedInvitationPermissionsValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ReceivedInvitation"]["permissions"]> = ["manager", "developer", "viewer"];
export const receivedInvitationRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["ReceivedInvitation"]["role"]> = ["admin", "collaborator", "member"];
export const resentRoleValues: ReadonlyArray<FlattenedDeepRequired<components>["schemas"]["Resent"]["role"]> = ["admin", "collaborator", "member"];
