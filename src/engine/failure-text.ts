import type { Text } from '#i18n/useText.ts'

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** Why something could not be loaded, as a sentence; nothing of it is ever a stack or a key. */
export function failureText(error: unknown, { say, t }: Text): string {
  const code = codeOf(error)
  if (code === 'OFFLINE') return t('engine.failure.offline')
  if (code === 'REQUEST_TIMED_OUT') return t('engine.failure.timeout')
  if (code === 'TIMEOUT') return t('engine.failure.silent')
  return say(`codes.${code}`) || t('engine.failure.text')
}
