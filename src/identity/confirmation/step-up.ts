import type { StepUp } from '../../directory/caller.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { RealClock } from '../../platform/time.ts'
import type { IdentityConfig } from '../settings.ts'
import { makeConfirmLinks } from './link.ts'

type StepUpDeps = Readonly<{
  config: Pick<IdentityConfig, 'publicUrl' | 'operatorSecondFactor'>
  /** Without it there is no provider, and nowhere to give a second factor. */
  seal: Seal | undefined
  realTime: RealClock
}>

export function openStepUp({ config, seal, realTime }: StepUpDeps): StepUp {
  if (!seal) return 'off'
  const { offer } = makeConfirmLinks({ seal, realTime, publicUrl: config.publicUrl })
  return { areOperatorsObliged: config.operatorSecondFactor === 'required', realTime, offer }
}
