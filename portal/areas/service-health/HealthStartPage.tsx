import { ChooseSubscription } from '../../management/ChooseSubscription.tsx'
import { paths } from '../../paths.ts'

export const HealthStartPage = () => (
  <ChooseSubscription title="Service health" to={paths.healthNow} />
)
