import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { GatewayAddress } from '#schemas/generated/entities/gateway-address.ts'
import type { Fault } from '../../lib/refusal.ts'

/** The serial number in a body is not believed: the path says which gateway it is. */
export function cleaned({
  address: { line1, line2 = '' },
  city,
  zip,
  country,
  alpha2Code,
}: GatewayAddress): GatewayAddress {
  return {
    address: { line1: cleanName(line1), line2: cleanName(line2) },
    city: cleanName(city),
    zip: cleanName(zip),
    country: cleanName(country),
    alpha2Code,
  }
}

/** spec 1 §5: a configured pattern, and whether an address must be given at all. */
export function faultsIn(
  { address: { line1, line2 = '' }, city, zip, country }: GatewayAddress,
  { ADDRESS_REGEX, ADDRESS_REQUIRED }: Readonly<Record<string, unknown>>,
  at = '',
): Fault[] {
  const pattern = new RegExp(String(ADDRESS_REGEX), 'u')
  const fields: readonly (readonly [field: string, text: string, needed: boolean])[] = [
    ['/address/line1', line1, true],
    ['/address/line2', line2, false],
    ['/city', city, true],
    ['/zip', zip, true],
    ['/country', country, true],
  ]
  return fields
    .filter(([, text, needed]) => (text === '' ? needed && ADDRESS_REQUIRED === true : !pattern.test(text)))
    .map(([field]) => ({ errorCode: 'VALIDATION', field: `${at}${field}` }))
}
