import type { ReactNode } from 'react'

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** A text in which addresses of this server can be followed; all others are only read. */
export function linked(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address) || new URL(address).origin !== location.origin) continue
    parts.push(
      text.slice(from, index),
      <a key={index} href={address} target="_blank" rel="noopener">
        {address}
      </a>,
    )
    from = index + address.length
  }
  return [...parts, text.slice(from)]
}
