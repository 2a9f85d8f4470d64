/** Parts of an address, with every parameter alike: `/udm/device/{sn}/info` and `/room/:room_id` alike. */
const partsOf = (address: string): string[] =>
  address
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^[:{]/.test(part) ? '*' : part))

/** Whether a requirement that says `said` means this address: all of it, or its end. */
export function isAddress(address: string, said: string): boolean {
  const [own, told] = [partsOf(address), partsOf(said)]
  if (told.length === 0 || told.length > own.length) return false
  const end = own.slice(own.length - told.length)
  return told.every((part, at) => part === end[at]) && told.some((part) => part !== '*')
}

/** The address of a sentence: what stands behind "child" or "route", or else the first with a slash. */
export function addressIn(what: string): string | undefined {
  const [, child] = /\b[Cc]hild (?:route )?(\/?[\w/{}-]+)/.exec(what) ?? []
  if (child !== undefined) return child
  const [, routed = ''] = /\b(?:[Rr]oute|State)(?: name)? (\/?[a-z][\w/{}-]*)/.exec(what) ?? []
  if (/[/_]/.test(routed) || /^\/?[a-z]+s?$/.test(routed)) return routed
  return /\/[\w{}-]+(?:\/[\w{}-]+)*/.exec(what)?.[0]
}

interface Call {
  id: string
  method: string
  path: string
}

const wordsOf = (what: string): string[] => what.match(/[A-Za-z][\w-]*/g) ?? []

/** Letters and digits only: `generateStatsPDF` and `generate-stats-pdf` alike. */
const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** Whether a sentence of the specification is about this call: by method and path, by prefix and name, or by its name. */
export function isCall({ id, method, path }: Call, what: string): boolean {
  const own = partsOf(path)
  const [, asked, said = ''] =
    /(?:\b(GET|POST|PUT|DELETE|PATCH) (?:\{host\})?)?(\/[\w{}-]+(?:\/[\w{}-]+)*|\{\w+\}\/\w+)/.exec(what) ??
    []
  const whole = partsOf(said)
  if (whole.length > 1) return (asked ?? method) === method && isAddress(path, said)
  if (whole.length === 1 && own.length === 1) return asked === method && whole[0] === own[0]
  if (whole.length === 1 && own[0] !== whole[0]) return false
  const names = [id, own.findLast((part) => part !== '*') ?? ''].map(bare)
  return wordsOf(what.replace(said, '')).some(
    (word) => names.includes(bare(word)) && (whole.length === 1 || word.length > 8),
  )
}
