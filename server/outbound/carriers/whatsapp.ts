import { guardedFetch } from '../guarded-fetch.ts'
import { oneLine } from '../letter.ts'
import { answered } from './answered.ts'
import { type Carrier, DeliveryError } from './carrier.ts'

/** The WhatsApp Business Cloud API, by which a deployment's own number writes. */
export interface WhatsApp {
  /** With the version, e.g. `https://graph.facebook.com/v21.0`. */
  address: URL
  /** Id of the number that writes. */
  sender: string
  token: string
  /** Name and language of an approved template whose body has one parameter; without it plain text, which reaches only who wrote within a day. */
  template: { name: string; language: string } | undefined
  privateAllowed: boolean
}

const TIMEOUT_MS = 15_000
const MOST_BYTES = 65_536
/** Longest parameter of a template. */
const MOST_TEXT = 1000
/** Too much at once, or the service itself has trouble: it says so with status 400 as well. */
const LATER = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 133004])

interface Said {
  error?: { code?: unknown; message?: unknown }
}

export function whatsAppCarrier({ address, sender, token, template, privateAllowed }: WhatsApp): Carrier {
  const url = new URL(`${address.href.replace(/\/$/, '')}/${sender}/messages`)
  const call = guardedFetch({
    ...{ hosts: [url.host], privateAllowed, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES },
  })
  return {
    async send({ to, text }) {
      // Neither line breaks nor runs of spaces may stand in a parameter.
      const line = [...oneLine(text).replaceAll(/ {2,}/g, ' ')].slice(0, MOST_TEXT).join('')
      const content =
        template === undefined
          ? { type: 'text', text: { preview_url: false, body: text } }
          : {
              type: 'template',
              template: {
                name: template.name,
                language: { code: template.language },
                components: [{ type: 'body', parameters: [{ type: 'text', text: line }] }],
              },
            }
      let code: unknown
      try {
        await answered(
          call(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({
              messaging_product: 'whatsapp',
              recipient_type: 'individual',
              to: to.replace(/^\+/, ''),
              ...content,
            }),
          }),
          async (answer) => {
            const { error } = (await answer.json()) as Said
            code = error?.code
            return typeof error?.message === 'string' ? error.message : ''
          },
        )
      } catch (error) {
        if (error instanceof DeliveryError && error.final && typeof code === 'number' && LATER.has(code))
          throw new DeliveryError(error.message, false, { cause: error })
        throw error
      }
    },
  }
}
