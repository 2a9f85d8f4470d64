/** The icons of this page (scripts/vite/json-part.ts). */
declare module '*.json?only=check,chevron-right,clock,gateway,key,lock,logout,plus,refresh,retry,unlock,wifi' {
  const part: Record<
    | 'check'
    | 'chevron-right'
    | 'clock'
    | 'gateway'
    | 'key'
    | 'lock'
    | 'logout'
    | 'plus'
    | 'refresh'
    | 'retry'
    | 'unlock'
    | 'wifi',
    string
  >
  export default part
}
