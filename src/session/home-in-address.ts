/** Where an address says whose device, room or scene it shows. */
const NAME = 'home'

/** Serial number of the gateway that an address belongs to, if it says so. */
export const homeOf = (search: string): string | undefined =>
  new URLSearchParams(search).get(NAME) || undefined

export function withHome(search: string, serialNumber: string): string {
  const params = new URLSearchParams(search)
  params.set(NAME, serialNumber)
  return `?${params}`
}
