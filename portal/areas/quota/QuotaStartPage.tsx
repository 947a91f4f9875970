import { ChooseSubscription } from '../../management/ChooseSubscription.tsx'
import { paths } from '../../paths.ts'

export const QuotaStartPage = () => <ChooseSubscription title="Quota" to={paths.quotaLimits} />
