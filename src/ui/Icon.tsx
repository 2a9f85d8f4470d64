import { useSyncExternalStore } from 'react'
import type all from '#catalogue/icons.json'
import { type Part, partOf } from '#lib/part.ts'
import door from '../../catalogue/icons.json?only=alert,chevron-down,close,eye,eye-off,info,key,warning'
import styles from './Icon.module.css'

export type IconName = keyof typeof all

type Drawings = Readonly<Partial<Record<IconName, string>>>

/** Sign-in draws these of them; the rest comes with what shows it: the house, layouts of devices, every other screen. */
const drawings: Partial<Record<IconName, string>> = { ...door }

export const addIcons = (more: Drawings): void => void Object.assign(drawings, more)

/** All that there are, from wherever they come. */
let others: Part<true> | undefined

/** Where those are that have not come with what names them. */
export function drawFrom(load: () => Promise<Drawings>): void {
  others ??= partOf<true>(async () => {
    // What came with a layout is newer than what the app was built with.
    const known = { ...drawings }
    addIcons(await load())
    addIcons(known)
    return true
  })
}

/** Every icon that the app has: screens that may draw any of them wait for it. */
export const loadIcons = async (): Promise<void> => others?.load()

interface Props {
  name: IconName
  size?: 'mark' | 'small' | 'normal' | 'large'
}

/** A drawing beside a word or a name; it never stands for a word alone, so readers skip it. */
export function Icon({ name, size = 'normal' }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name] === undefined && others ? (
        <LatePath name={name} from={others} />
      ) : (
        <path d={drawings[name]} />
      )}
    </svg>
  )
}

/** A mark that an icon was drawn before it had come; a journey looks for them on the first page. */
const LATE = 'icon-late'

/** What is fetched only because somebody draws it. */
function LatePath({ name, from }: { name: IconName; from: Part<true> }) {
  const all = useSyncExternalStore(from.subscribe, () => {
    if (!from.current()) {
      performance.mark(LATE, { detail: name })
      from.load().catch(() => {})
    }
    return from.current()
  })
  return <path d={drawings[name] ?? (all && drawings.unknown)} />
}

/** An icon named by data; a name that the set lacks is drawn as unknown rather than as nothing. */
export function iconNamed(name: string | undefined, otherwise: IconName = 'unknown'): IconName {
  const mayCome = others !== undefined && !others.current()
  return name !== undefined && (mayCome || Object.hasOwn(drawings, name)) ? (name as IconName) : otherwise
}

/** For what draws without React: the path of an icon. */
export const drawingOf = (name: string): string => drawings[iconNamed(name)] ?? ''
