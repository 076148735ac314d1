/** Words that the kit itself shows or reads out. */
export interface UiMessages {
  readonly close: string;
  readonly cancel: string;
  readonly confirm: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyPath: string;
  readonly copyValue: string;
  readonly search: string;
  readonly noMatches: string;
  readonly loading: string;
  readonly select: string;
  readonly clear: string;
  readonly increase: string;
  readonly decrease: string;
  readonly showSecret: string;
  readonly hideSecret: string;
  readonly add: string;
  readonly remove: string;
  readonly moveUp: string;
  readonly moveDown: string;
  readonly advanced: string;
  readonly name: string;
  readonly value: string;
  readonly optional: string;
  readonly required: string;
  readonly invalidJson: string;
  readonly expand: string;
  readonly collapse: string;
  readonly showAll: string;
  readonly typeToConfirm: (word: string) => string;
  readonly itemCount: (count: number) => string;
  readonly pageOf: (from: number, to: number, total: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly notifications: string;
}

/** {@link UiMessages} in each language of the product. */
export const UI_MESSAGES: Readonly<Record<'en' | 'zh', UiMessages>> = {
  en: {
    close: 'Close',
    cancel: 'Cancel',
    confirm: 'Confirm',
    copy: 'Copy',
    copied: 'Copied',
    copyPath: 'Copy path',
    copyValue: 'Copy value',
    search: 'Search',
    noMatches: 'Nothing matches',
    loading: 'Loading',
    select: 'Select…',
    clear: 'Clear',
    increase: 'Increase',
    decrease: 'Decrease',
    showSecret: 'Show',
    hideSecret: 'Hide',
    add: 'Add',
    remove: 'Remove',
    moveUp: 'Move up',
    moveDown: 'Move down',
    advanced: 'Advanced',
    name: 'Name',
    value: 'Value',
    optional: 'optional',
    required: 'required',
    invalidJson: 'Not valid JSON',
    expand: 'Expand',
    collapse: 'Collapse',
    showAll: 'Show all',
    typeToConfirm: (word) => `Type “${word}” to confirm`,
    itemCount: (count) => (count === 1 ? '1 item' : `${count} items`),
    pageOf: (from, to, total) => `${from}–${to} of ${total}`,
    previous: 'Previous page',
    next: 'Next page',
    notifications: 'Notifications',
  },
  zh: {
    close: '关闭',
    cancel: '取消',
    confirm: '确认',
    copy: '复制',
    copied: '已复制',
    copyPath: '复制路径',
    copyValue: '复制值',
    search: '搜索',
    noMatches: '没有匹配项',
    loading: '加载中',
    select: '请选择…',
    clear: '清除',
    increase: '增加',
    decrease: '减少',
    showSecret: '显示',
    hideSecret: '隐藏',
    add: '添加',
    remove: '移除',
    moveUp: '上移',
    moveDown: '下移',
    advanced: '高级设置',
    name: '名称',
    value: '值',
    optional: '选填',
    required: '必填',
    invalidJson: '不是有效的 JSON',
    expand: '展开',
    collapse: '收起',
    showAll: '显示全部',
    typeToConfirm: (word) => `输入“${word}”以确认`,
    itemCount: (count) => `${count} 项`,
    pageOf: (from, to, total) => `第 ${from}–${to} 项，共 ${total} 项`,
    previous: '上一页',
    next: '下一页',
    notifications: '通知',
  },
};
