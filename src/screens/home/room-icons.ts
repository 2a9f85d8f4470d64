import rooms from '#catalogue/rooms.json'
import { addIcons, type IconName, iconNamed } from '#ui/Icon.tsx'
import icons from '../../../catalogue/icons.json?below=room-'

// Only rooms have these drawings.
addIcons(icons)

/** The pictures that a room can have, in the order in which they are offered. */
export const roomIcons: readonly string[] = rooms.icons

/** A room without a picture, or with one that this version does not know, is a door. */
export const iconOf = ({ icon }: { icon?: string }): IconName => iconNamed(icon, 'door')
