import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Stands in every canary: where it can be read, the text has arrived. */
export const MARK = 'kanarie'

/** Markup that would call `canary()` if any of it became part of the page; one at the gate, all at night (B-01). */
export const CANARIES: readonly string[] = [
  `"><img data-canary src=x onerror=canary()>`,
  `<script data-canary>canary()</script>`,
  `<svg data-canary onload=canary()>`,
  `<svg><script data-canary>canary()</script></svg>`,
  `'><details data-canary open ontoggle=canary()>`,
  `<iframe data-canary srcdoc="<script>parent.canary()</script>"></iframe>`,
  `<iframe data-canary src="javascript:parent.canary()"></iframe>`,
  `<a data-canary href="javascript:canary()" autofocus onfocus=canary()>x</a>`,
  `<input data-canary autofocus onfocus=canary()>`,
  `<body data-canary onload=canary()>`,
  `<math><mtext><mglyph><style><img data-canary src=x onerror=canary()></style></mglyph></mtext></math>`,
  `<noscript><p title="</noscript><img data-canary src=x onerror=canary()>">`,
  `<style>@import "/canary.css";</style><p data-canary>`,
  `<link data-canary rel=stylesheet href=/canary.css>`,
  `<meta data-canary http-equiv=refresh content="0;url=javascript:canary()">`,
  `<base data-canary href="//canary.invalid/">`,
  `<object data-canary data="javascript:canary()"></object>`,
  `<embed data-canary src="javascript:canary()">`,
  `<form data-canary action="javascript:canary()"><button autofocus onfocus=canary()>x</button></form>`,
  `<video data-canary><source onerror=canary()></video>`,
  `<audio data-canary src=x onerror=canary()></audio>`,
  `<marquee data-canary onstart=canary()>x</marquee>`,
  `<template><img data-canary src=x onerror=canary()></template>`,
  `</textarea><img data-canary src=x onerror=canary()>`,
  `</title></style><img data-canary src=x onerror=canary()>`,
  `<!--><img data-canary src=x onerror=canary()>-->`,
  `<![CDATA[><img data-canary src=x onerror=canary()>]]>`,
  `&lt;img data-canary src=x onerror=canary()&gt;`,
  `{{constructor.constructor('canary()')()}}$t(canary)`,
  `\${canary()}<x-element data-canary onanimationstart=canary() style="animation:turn 1s">`,
].map((markup) => `${MARK} ${markup}`)

/** Writes a canary into every text that people, programs and gateways fill, in the database of a server that is not running. */
export function seedCanaries(data: string, canary: string): void {
  execFileSync(process.execPath, [join(import.meta.dirname, 'seed-canaries.ts'), data, canary], {
    stdio: 'inherit',
  })
}

/** Fields of a home's answers that a gateway fills as it likes, and that are no address of anything. */
const TEXTS =
  /^(?:device_name|room_name|floor_name|label|unit|description|firmwareVersion|device_manufacturer|value)$/

/** The same answer with a canary in every text of a home: devices, rooms, floors, readings, and the words of a description. */
export function withCanaries(value: unknown, canary: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => withCanaries(part, canary, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([field, part]) => [field, withCanaries(part, canary, field)]),
    )
  return typeof value === 'string' && TEXTS.test(key) ? `${value} ${canary}` : value
}
