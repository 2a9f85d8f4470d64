import ac from '#catalogue/infrared/ac.json'
import dvd from '#catalogue/infrared/dvd.json'
import stb from '#catalogue/infrared/stb.json'
import tv from '#catalogue/infrared/tv.json'
import type { Remote } from '#schemas/generated/definitions/infrared.ts'
import { addIcons } from '#ui/Icon.tsx'
import icons from '../../../catalogue/icons.json?below=ir-'

// Nobody else draws them.
addIcons(icons)

/** catalogue/infrared, by the index of the kind of device. The check of the catalogue has made their shape true. */
const remotes = new Map(([stb, tv, ac, dvd] as readonly Remote[]).map((one) => [one.type, one]))

export const kinds: readonly number[] = [...remotes.keys()]

export const remoteOf = (type: number): Remote | undefined => remotes.get(type)
