import {
  type Theme,
  teamsHighContrastTheme,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components'
import { useSyncExternalStore } from 'react'
import { useMedia } from './media.ts'

export const THEME_CHOICES = ['system', 'light', 'dark', 'contrast'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

export const THEME_NAMES: Readonly<Record<ThemeChoice, string>> = {
  system: 'Same as system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
}

const THEMES = { light: webLightTheme, dark: webDarkTheme, contrast: teamsHighContrastTheme }
const CHOICE = 'binnacle.theme'
const listeners = new Set<() => void>()

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(CHOICE)
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system'
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(CHOICE, choice)
  for (const listener of listeners) listener()
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((onChange) => {
    listeners.add(onChange)
    window.addEventListener('storage', onChange)
    return () => {
      listeners.delete(onChange)
      window.removeEventListener('storage', onChange)
    }
  }, readChoice)
}

/** The choice of this person in this browser; without one, what the system prefers. */
export function useTheme(): { theme: Theme; scheme: 'light' | 'dark' } {
  const choice = useThemeChoice()
  const isForced = useMedia('(forced-colors: active)')
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const preferred = isForced ? 'contrast' : isDark ? 'dark' : 'light'
  const name = choice === 'system' ? preferred : choice
  return { theme: THEMES[name], scheme: name === 'light' ? 'light' : 'dark' }
}
