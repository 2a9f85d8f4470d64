import { Fragment } from 'react'

/** Words of which one is longer than this may have no line that is wide enough. */
const LONG = /\S{17}/u
/** Where a hand would break an address: after what parts it, and within a part only if that is long itself. */
const PARTS = /(?<=[\p{L}\d][:@/]+)(?=[\p{L}\d])/u
const WITHIN = /(?<=[\p{L}\d][._-]+)(?=[\p{L}\d])/u
const LONG_PART = 24

/** A text whose addresses break where they are parted, not in the midst of a word; it reads and copies as it is. */
export function Breakable({ text }: { text: string }) {
  if (!LONG.test(text)) return text
  let begins = 0
  const parts = text.split(PARTS).flatMap((part) => (part.length > LONG_PART ? part.split(WITHIN) : [part]))
  return parts.map((part) => {
    const at = begins
    begins += part.length
    return (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    )
  })
}
