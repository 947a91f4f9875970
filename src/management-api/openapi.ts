/** How areas B and C are entered: signed in, with the one scope they know. */
export const implicitFlow = (authorizationUrl: string) => ({
  oauth2: {
    type: 'oauth2',
    flows: {
      implicit: {
        authorizationUrl,
        scopes: { user_impersonation: 'Act on behalf of the signed-in account.' },
      },
    },
  },
})
