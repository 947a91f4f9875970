import { Type } from 'typebox'
import { defineSettings, keptDays, listed } from '../../platform/settings/settings.ts'
import { ANSWERS, type Answer, type RuleSet } from './deciding/rules.ts'

const rule = (fallback: Answer, when: string) =>
  Type.Enum([...ANSWERS], {
    default: fallback,
    description: `Area C: how a quota request ${when} is decided: \`approve\`, \`deny\`, or \`ask\`, which leaves the decision to a person.`,
  })

export type QuotaSettings = Readonly<{
  quotaRules: RuleSet
  providerExceptions: readonly string[]
  quotaRequestDays: number
}>

const HOST_AND_PORT = /^([^\s:/[\]]+|\[[0-9a-f:.]+\]):\d{1,5}$/i

export const quotaSettings = defineSettings({
  environment: {
    QUOTA_DECREASE: rule('approve', 'for the current limit or less'),
    QUOTA_WITHIN_HEADROOM: rule(
      'approve',
      'for a limit above the current limit, but not above the default limit plus `headroom`,',
    ),
    QUOTA_BEYOND_HEADROOM: rule('ask', 'for a limit above the default limit plus `headroom`'),
    PROVIDER_EXCEPTIONS: Type.Optional(
      Type.String({
        description:
          'Area C: a comma-separated list of provider endpoints, each as `host:port`, that may be called even if their address is private or their URL does not use https. Default: none.',
      }),
    ),
    QUOTA_REQUEST_DAYS: keptDays(
      366,
      366,
      'Area C: the number of days after which a quota request that has ended is deleted. Lists contain the requests of the last year.',
    ),
  },
  findProblems({ PROVIDER_EXCEPTIONS }) {
    const odd = listed(PROVIDER_EXCEPTIONS).filter((entry) => !HOST_AND_PORT.test(entry))
    return odd.length > 0
      ? [`PROVIDER_EXCEPTIONS: ${odd.join(', ')} is not of the form host:port.`]
      : []
  },
  read: (values): QuotaSettings => ({
    quotaRequestDays: values.QUOTA_REQUEST_DAYS,
    quotaRules: {
      decrease: values.QUOTA_DECREASE,
      withinHeadroom: values.QUOTA_WITHIN_HEADROOM,
      beyondHeadroom: values.QUOTA_BEYOND_HEADROOM,
    },
    providerExceptions: listed(values.PROVIDER_EXCEPTIONS?.toLowerCase()),
  }),
})
