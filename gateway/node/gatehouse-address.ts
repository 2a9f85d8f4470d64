import { isLoopback } from './addresses.ts'
import { UsageError } from './usage-error.ts'

/** The ways to Gatehouse, and what they are called without encryption. */
const WAYS = {
  '--broker': { plain: 'mqtt:', sealed: 'mqtts:', sample: 'mqtts://home.example:1884' },
  '--server': { plain: 'http:', sealed: 'https:', sample: 'https://home.example' },
} as const

/**
 * Where Gatehouse is. Secure id and secret leave this machine only where nobody else can read them (M-10): over TLS, or
 * not at all.
 */
export function gatehouseAddress(option: keyof typeof WAYS, value: string): URL {
  const { plain, sealed, sample } = WAYS[option]
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || (url.protocol !== plain && url.protocol !== sealed) || url.hostname === '')
    throw new UsageError(`${option}: ${value} is no address such as ${sample}.`)
  if (url.protocol === plain && !isLoopback(url.hostname))
    throw new UsageError(
      `${option}: ${url.hostname} is another machine, and ${plain}// would tell everybody on the way who this gateway is. ` +
        `Use ${sealed}//${url.host}; a certificate of your own authority is trusted with GATEHOUSE_CA.`,
    )
  return url
}
