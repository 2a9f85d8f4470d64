import { createTransport } from 'nodemailer'
import { isLoopback } from '../../lib/addresses.ts'
import { type Carrier, DeliveryError } from './carrier.ts'

const TIMEOUT_MS = 20_000

/**
 * By SMTP, e.g. `smtps://user:password@mail.example` or `smtp://…:587`. The host is the configured one and no other
 * (V-11): it is encrypted and its certificate checked, except on this machine.
 */
export function smtpCarrier({
  address,
  from,
}: {
  address: URL
  from: string
}): Carrier & Required<Pick<Carrier, 'close'>> {
  const local = isLoopback(address.hostname)
  const secure = address.protocol === 'smtps:'
  const transport = createTransport({
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: address.port === '' ? (secure ? 465 : 587) : Number(address.port),
    secure,
    requireTLS: !secure && !local,
    ignoreTLS: !secure && local,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Texts come from us alone: nothing in them names a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(address.username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
        }),
  })
  return {
    async send({ to, subject, text, html, unsubscribe, beside }, id) {
      try {
        await transport.sendMail({
          from,
          // Not parsed as a list: one letter goes to one person.
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(beside && {
            attachments: [{ filename: beside.name, contentType: beside.kind, content: beside.bytes }],
          }),
          messageId: `<${id}@${new URL(`http://${domainOf(from)}`).hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...endingOf(unsubscribe) },
        })
      } catch (cause) {
        const code = codeOf(cause)
        throw new DeliveryError(
          cause instanceof Error ? cause.message : 'unknown',
          code !== undefined && code >= 500 && code < 600,
          { cause },
        )
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 8058 asks for TLS where one press is to do it; elsewhere the address alone stands there. */
const endingOf = (call: string | undefined): Record<string, string> => ({
  ...(call !== undefined && { 'List-Unsubscribe': `<${call}>` }),
  ...(call?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

const domainOf = (from: string): string => /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? 'localhost'

function codeOf(error: unknown): number | undefined {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : 0
  return typeof code === 'number' ? code : undefined
}
