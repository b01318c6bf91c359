# Rows 99 to 101: what should be the program is a link, a folder, has rights, is huge.
ln -s /etc/passwd link
mkdir folder
ln -s /w/link chain
truncate -s 4G huge 2>&1
printf x > rights && chmod 6777 rights
