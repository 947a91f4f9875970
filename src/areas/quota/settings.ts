import { Type } from 'typebox'
import { defineSettings, pairs } from '../../platform/settings/settings.ts'
import { ANSWERS, type Answer, type RuleSet } from './deciding/rules.ts'

const rule = (fallback: Answer) => Type.Enum([...ANSWERS], { default: fallback })

export type QuotaSettings = Readonly<{ quotaRules: RuleSet }>

export const quotaSettings = defineSettings({
  environment: {
    QUOTA_RULES: pairs(
      { decrease: rule('approve'), withinHeadroom: rule('approve'), beyondHeadroom: rule('ask') },
      'Area C: how a quota request is decided, as `name=value,name=value`: `approve`, `deny`, or `ask`, which leaves the decision to a person. `decrease` is a request for the current limit or less, `withinHeadroom` one for a limit above it, but not above the default limit plus `headroom`, and `beyondHeadroom` one for a limit above that. A name that is left out keeps its default.',
    ),
  },
  read: ({ QUOTA_RULES }): QuotaSettings => ({ quotaRules: QUOTA_RULES }),
})
