import catalogue from '#catalogue/statuses.json'
import { statusIconWord, statusWord } from '#data/statuses/status-words.ts'
import type { Text } from '#i18n/useText.ts'
import type { StatusCatalogue } from '#schemas/generated/definitions/statuses.ts'
import { addIcons, type IconName, iconNamed } from '#ui/Icon.tsx'
import drawings from '../../../catalogue/icons.json?below=status-'

addIcons(drawings)

const { icons, names } = catalogue as StatusCatalogue

export const statusName = (name: string, { say }: Pick<Text, 'say'>): string => statusWord(name, say)

/** The drawing of an icon id (spec 2 §3: 0 to 19). */
export const statusIcon = (icon: number | undefined): IconName =>
  iconNamed(icons.find(({ id }) => id === icon)?.icon, 'home-status')

/** What the drawing of an icon id shows. */
export const statusIconName = (icon: unknown, { say }: Pick<Text, 'say'>): string =>
  statusIconWord(String(icon), say)

/** Icons in the order of their ids, as they are chosen. */
export const statusIcons: StatusCatalogue['icons'] = icons

/** Names that a new status may take over, each with the icon that belongs to it. */
export const statusNames: StatusCatalogue['names'] = names
