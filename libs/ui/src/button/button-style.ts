/** How loud a button is. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
/** Height of controls: 28 in panels, 32 on pages, 36 on the sign-in pages. */
export type ControlSize = 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary:
    'bg-brand text-on-brand hover:bg-brand-hover disabled:bg-hover disabled:text-disabled aria-disabled:bg-hover aria-disabled:text-disabled',
  secondary:
    'border border-line-strong/60 bg-surface text-ink hover:bg-hover disabled:border-line disabled:bg-surface disabled:text-disabled',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink disabled:bg-transparent disabled:text-disabled',
  danger: 'bg-danger text-on-brand hover:bg-danger-hover disabled:bg-hover disabled:text-disabled',
};

const SIZES: Readonly<Record<ControlSize, string>> = {
  sm: 'h-7 px-2.5 text-body',
  md: 'h-8 px-3 text-body',
  lg: 'h-9 px-4 text-reading',
};

const SQUARES: Readonly<Record<ControlSize, string>> = { sm: 'size-7', md: 'size-8', lg: 'size-9' };

/** Classes of a text button. */
export const buttonClass = (variant: ButtonVariant, size: ControlSize): string =>
  `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`;

/** Classes of a square button that holds one icon. */
export const iconButtonClass = (variant: ButtonVariant, size: ControlSize): string =>
  `${BASE} ${VARIANTS[variant]} ${SQUARES[size]}`;
