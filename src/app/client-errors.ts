import type { ClientError } from '#schemas/generated/entities/client-error.ts'

const MOST = 5
const WINDOW = 60_000

/** Addresses lose their query, people their e-mail, and whatever looks like a key or an id its value. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/[?#][^\s"')]*/g, '')
    .replaceAll(/[^\s"'<>(]+@[^\s"'<>)]+/g, '…')
    .replaceAll(/[\w-]*\d[\w-]{7,}|[\w-]{24,}/g, '…')

/** The screen of a path: every part with a digit in it is the id of something. */
export const placeOf = (path: string): string =>
  withoutSecrets(path)
    .split('/')
    .map((part) => (/\d|…/.test(part) ? ':id' : part))
    .join('/')
    .slice(0, 200) || '/'

interface Options {
  send(error: ClientError): Promise<unknown>
  path(): string
  now(): number
}

/** Tells the server about faults of the page: at most five a minute, each once a minute, never about itself. */
export function createClientErrors({ send, path, now }: Options) {
  let sent: readonly { key: string; at: number }[] = []

  return (kind: ClientError['kind'], text: string, of?: ClientError['of']): void => {
    const message = withoutSecrets(text).slice(0, 500)
    const where = placeOf(path())
    const key = `${kind} ${where} ${message} ${of?.what}`
    const at = now()
    sent = sent.filter((one) => at - one.at < WINDOW)
    if (message === '' || sent.length >= MOST || sent.some((one) => one.key === key)) return
    sent = [...sent, { key, at }]
    send({ kind, message, where, ...(of && { of: { ...of, what: of.what.slice(0, 200) } }) }).catch(
      () => undefined,
    )
  }
}
