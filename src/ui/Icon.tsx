import type all from '#catalogue/icons.json'
import door from '../../catalogue/icons.json?only=alert,chevron-down,eye,eye-off,info,warning'
import styles from './Icon.module.css'

export type IconName = keyof typeof all

/** Sign-in draws six of them; the rest comes with the house (src/app/SignedIn.tsx). */
const drawings: Partial<Record<IconName, string>> = { ...door }

export const addIcons = (more: Readonly<Partial<Record<IconName, string>>>): void =>
  void Object.assign(drawings, more)

interface Props {
  name: IconName
  size?: 'mark' | 'small' | 'normal' | 'large'
}

/** A drawing beside a word or a name; it never stands for a word alone, so readers skip it. */
export function Icon({ name, size = 'normal' }: Props) {
  return (
    <svg className={styles.icon} data-size={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}

/** An icon named by data; a name that the set lacks is drawn as unknown rather than as nothing. */
export const iconNamed = (name: string | undefined, otherwise: IconName = 'unknown'): IconName =>
  name !== undefined && Object.hasOwn(drawings, name) ? (name as IconName) : otherwise

/** For what draws without React: the path of an icon. */
export const drawingOf = (name: string): string => drawings[iconNamed(name)] ?? ''
