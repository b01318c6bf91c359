# Row 82: a script whose interpreter is not there, a program that is a text, a folder.
printf '#!/nowhere/sh\n' > script && chmod 755 script && ./script
printf 'text' > text && chmod 644 text && ./text
mkdir folder && ./folder
exit 3
